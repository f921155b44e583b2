"""A certificate for the evening: made here, signed by itself, kept with its key in a file that is its owner's alone."""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from ledger.errors import Misuse
from ledger.store.own_files import write_whole

_DAYS, _LEFT = timedelta(days=3), timedelta(days=1)


def evening_certificate(path: Path, host: str) -> str:
    """Return the fingerprint of the certificate for a host in a file, made anew if it is of another host, or old."""
    try:
        known = x509.load_pem_x509_certificate(path.read_bytes())
        names = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        if known.not_valid_after_utc > datetime.now(UTC) + _LEFT and list(names) == [_name(host)]:
            return _fingerprint(known)
    except (OSError, ValueError, x509.ExtensionNotFound):
        pass
    key, now = generate_private_key(SECP256R1()), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bridge-ledger, the office's pages")])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - _LEFT)
        .not_valid_after(now + _DAYS)
        .add_extension(x509.SubjectAlternativeName([_name(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_whole(path, made.public_bytes(Encoding.PEM) + private)
    return _fingerprint(made)


def require_certificate(path: Path) -> None:
    """Raise Misuse (no-such-file, bad-file) unless a file has a certificate and its key."""
    import ssl

    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(path)
    except FileNotFoundError:
        raise Misuse("no-such-file", f"{path} is not there", "--certificate FILE") from None
    except (OSError, ValueError) as error:
        hint = "a certificate and its key, one after the other, in PEM"
        raise Misuse("bad-file", f"{path} holds no certificate to serve with: {error}", hint) from None


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(SHA256()).hex(":").upper()
