-- How often an example has settled a text, and when last: a settled text opens no case any more.
alter table batuta.guard_examples add column hits bigint not null default 0;
alter table batuta.guard_examples add column last_hit_at timestamptz;
