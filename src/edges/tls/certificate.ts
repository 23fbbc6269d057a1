import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  Extension,
  GeneralName,
  GeneralNames,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { addressBytes } from './server-names.js';
import type { Names } from './server-names.js';

/** From when until when, both inclusive. */
export interface Validity {
  readonly from: Date;
  readonly until: Date;
}

/** What a certificate is signed with. */
export interface Issuer {
  readonly name: string;
  readonly key: KeyObject;
}

/** A certificate for an authority that signs servers' certificates and nothing below them (RFC 5280 §4.2.1.9), as PEM. */
export function certifyAuthority(issuer: Issuer, validity: Validity): string {
  return certify({
    subject: issuer.name,
    publicKey: createPublicKey(issuer.key),
    issuer,
    validity,
    extensions: [
      extension('basicConstraints', new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
      keyUsage(0b0000_0110, 1), // keyCertSign, cRLSign
    ],
  });
}

/** A certificate for a server with these names and addresses, as PEM. */
export function certifyServer(
  publicKey: KeyObject,
  { hosts, addresses }: Names,
  issuer: Issuer,
  validity: Validity,
): string {
  const names = [
    ...hosts.map((value) => new GeneralName({ type: 2, value })),
    ...addresses.map((address) => {
      const valueHex = addressBytes(address);
      return new GeneralName({ type: 7, value: new OctetString({ valueHex }) });
    }),
  ];
  return certify({
    subject: 'restage',
    publicKey,
    issuer,
    validity,
    extensions: [
      extension('basicConstraints', new BasicConstraints({ cA: false }), true),
      keyUsage(0b1000_0000, 7), // digitalSignature
      extension('extKeyUsage', new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] })), // serverAuth
      extension('subjectAltName', new GeneralNames({ names })),
    ],
  });
}

interface Contents {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly issuer: Issuer;
  readonly validity: Validity;
  readonly extensions: readonly Extension[];
}

/** Signs with ECDSA and SHA-256 (RFC 5758 §3.2). */
function certify({ subject, publicKey, issuer, validity, extensions }: Contents): string {
  const signedWith = new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' });
  const certificate = new Certificate({
    version: 2, // that is X.509 v3
    serialNumber: new Integer({ valueHex: serialNumber() }),
    signature: signedWith,
    issuer: distinguishedName(issuer.name),
    notBefore: new Time({ type: TimeType.UTCTime, value: validity.from }),
    notAfter: new Time({ type: TimeType.UTCTime, value: validity.until }),
    subject: distinguishedName(subject),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(publicKey.export({ type: 'spki', format: 'der' })),
    extensions: [
      ...extensions,
      extension('subjectKeyIdentifier', keyIdentifier(publicKey)),
      extension(
        'authorityKeyIdentifier',
        new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(createPublicKey(issuer.key)) }),
      ),
    ],
    signatureAlgorithm: signedWith,
  });
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER());
  certificate.signatureValue = new BitString({ valueHex: sign('sha256', certificate.tbsView, issuer.key) });
  const lines =
    Buffer.from(certificate.toSchema().toBER())
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const extensionIds = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
} as const;

interface Encodable {
  toSchema?(): { toBER(): ArrayBuffer };
  toBER?(): ArrayBuffer;
}

function extension(name: keyof typeof extensionIds, value: Encodable, critical = false): Extension {
  const extnValue = value.toSchema?.().toBER() ?? value.toBER?.() ?? new ArrayBuffer(0);
  return new Extension({ extnID: extensionIds[name], critical, extnValue });
}

function keyUsage(bits: number, unusedBits: number): Extension {
  return extension('keyUsage', new BitString({ valueHex: Uint8Array.of(bits), unusedBits }), true);
}

/** The first 160 bits of the key's SHA-256 (RFC 7093 §2 method 1). */
function keyIdentifier(key: KeyObject): OctetString {
  const info = PublicKeyInfo.fromBER(key.export({ type: 'spki', format: 'der' }));
  const hash = createHash('sha256').update(info.subjectPublicKey.valueBlock.valueHexView).digest();
  return new OctetString({ valueHex: hash.subarray(0, 20) });
}

/** 127 random bits, positive and without a leading zero byte (RFC 5280 §4.1.2.2). */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function distinguishedName(commonName: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: commonName });
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: '2.5.4.3', value })],
  });
}
