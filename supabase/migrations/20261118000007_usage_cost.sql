-- A short call costs less than the sixth decimal can tell; rounded rows would not add up.
alter table batuta.usage alter column cost_usd type numeric(18, 12);
