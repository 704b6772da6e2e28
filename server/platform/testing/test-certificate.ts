import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// Certificates for tests (X.509 v3, RFC 5280), because Node reads them and does not make any.

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, Math.floor(size / 256), size % 256]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')
const oid = (text: string) => der(0x06, hex(text))
const rsaSha256 = sequence(oid('2a864886f70d01010b'), der(0x05))
const nameOf = (common: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(common)))))
/** GeneralizedTime, which a certificate may use for any year. */
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')))

export interface TestCertificate {
  /** PEM. */
  readonly certificate: string
  /** PKCS #8, PEM. */
  readonly key: string
}

/** Milliseconds of a day. */
const day = 86_400_000

/**
 * A certificate that signed itself, with a new RSA key, for 127.0.0.1 and localhost.
 * @param days until it is over; negative for one that is over
 */
export function testCertificate(common: string, days = 365): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const alternative = sequence(
    oid('551d11'),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))),
  )
  const authority = sequence(oid('551d13'), der(0x04, sequence(der(0x01, hex('ff')))))
  const body = sequence(
    der(0xa0, der(0x02, hex('02'))),
    der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    rsaSha256,
    nameOf(common),
    sequence(time(new Date(Date.now() - 400 * day)), time(new Date(Date.now() + days * day))),
    nameOf(common),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternative, authority)),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, rsaSha256, der(0x03, hex('00'), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
