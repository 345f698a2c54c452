"""Attacks that talk to somebody: every family of sockets, and libraries that would make them."""

from tests.support.attacks.attack import Attack


def _family(name: str, code: str, *, control: bool = True) -> Attack:
    return Attack("network", name, code, control=control)


ATTACKS = (
    _family("TCP to the server's machine", """
s = socket.create_connection(('127.0.0.1', PORT), 2); escaped(s.recv(20))
"""),
    _family("TCP over IPv6", "socket.socket(socket.AF_INET6, socket.SOCK_STREAM); escaped()"),
    _family("UDP", "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', PORT)); escaped()"),
    _family("UDP elsewhere", "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('192.0.2.1', 53)); escaped()"),
    _family("raw packets", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1); escaped()"),
    _family("packets of the wire", "socket.socket(17, socket.SOCK_RAW, 768); escaped()"),
    _family("a socket file", "s = socket.socket(socket.AF_UNIX); s.connect(UNIX_PATH); escaped(s.recv(20))"),
    _family("an abstract socket", "s = socket.socket(socket.AF_UNIX); s.connect('\\0' + ABSTRACT); escaped(s.recv(20))"),
    _family("a pair of sockets", "socket.socketpair(); escaped()"),
    _family("netlink", "socket.socket(16, socket.SOCK_RAW, 0); escaped()"),
    _family("the kernel's ciphers", "socket.socket(38, socket.SOCK_SEQPACKET, 0); escaped()",
            control=False),
    _family("every family by number", """
for family in range(46):
    for kind in (1, 2, 3, 5):
        try: socket.socket(family, kind, 0); escaped(family, kind)
        except OSError: pass
"""),
    _family("listening", "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); escaped()"),
    _family("names", "escaped(socket.getaddrinfo('localhost', 80))"),
    _family("interfaces", "escaped(socket.if_nameindex())"),
    _family("urllib", """
import urllib.request
try: urllib.request.urlopen(f'http://127.0.0.1:{PORT}/', timeout=2)
except Exception as exc: 'not permitted' in str(exc) or escaped(exc)
"""),
    _family("pandas over HTTP", """
import pandas
try: pandas.read_csv(f'http://127.0.0.1:{PORT}/x.csv')
except Exception as exc: 'not permitted' in str(exc) or escaped(exc)
"""),
    _family("DuckDB over HTTP", """
import duckdb
duckdb.sql("install httpfs; load httpfs"); escaped()
""", control=False),
    _family("the socket call", "reached(41, 2, 1, 0)"),
    _family("connect on a made-up file", "reached(42, 3, b'\\x02\\x00' + bytes(14), 16)"),
    _family("sendmsg with files", "reached(46, 3, bytes(56), 0)"),
    _family("recvmsg", "reached(47, 3, bytes(56), 0)"),
    _family("accept", "reached(288, 3, None, None, 0)"),
)  # fmt: skip
