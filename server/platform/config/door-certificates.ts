import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { OutsideSignIn } from './outside-sign-in.ts'

/** Days before its end at which a certificate is spoken of. */
export const warnedDays = 30
const day = 86_400_000

/** A certificate or key that a door needs, as it lies on this machine. */
export interface DoorCertificate {
  readonly door: 'ldap' | 'saml'
  /** The variable that names the file. */
  readonly variable: string
  /** Whose it is; empty where it cannot be read. */
  readonly subject: string
  /** Its last moment; null where it cannot be read. */
  readonly until: Date | null
  /** Whole days until then; negative when it is over. */
  readonly days: number | null
}

/** What is wrong with the files of the doors, one Chinese sentence each, with the door. */
export interface DoorFault {
  readonly door: 'ldap' | 'saml'
  readonly sentence: string
}

const pems = (text: string): string[] =>
  text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []

interface NamedFile {
  readonly door: 'ldap' | 'saml'
  readonly variable: string
  readonly path: string
}

const filesOf = ({ ldap, saml }: OutsideSignIn): NamedFile[] => [
  ...(ldap ? [{ door: 'ldap', variable: 'OUTSIDE_LDAP_CA', path: ldap.ca } as const] : []),
  ...(saml
    ? [
        { door: 'saml', variable: 'OUTSIDE_SAML_IDP_CERTIFICATE', path: saml.idpCertificate } as const,
        { door: 'saml', variable: 'OUTSIDE_SAML_CERTIFICATE', path: saml.certificate } as const,
      ]
    : []),
]

async function certificatesIn({ door, variable, path }: NamedFile): Promise<DoorCertificate[]> {
  const unread = [{ door, variable, subject: '', until: null, days: null }]
  try {
    const found = pems(await readFile(path, 'utf8')).map((pem) => new X509Certificate(pem))
    if (found.length === 0) return unread
    return found.map(({ subject, validTo }) => {
      const until = new Date(validTo)
      const days = Math.floor((until.getTime() - Date.now()) / day)
      return { door, variable, subject: subject.replaceAll('\n', ', '), until, days }
    })
  } catch {
    return unread
  }
}

/** The certificates of the doors that are set up. */
export const doorCertificates = async (doors: OutsideSignIn): Promise<DoorCertificate[]> =>
  (await Promise.all(filesOf(doors).map(certificatesIn))).flat()

const sentenceOf = ({ variable, subject, days }: DoorCertificate): string | null => {
  if (days === null) return `${variable} 指的文件里没有能读的证书。`
  if (days < 0) return `${variable} 里的证书（${subject}）已过期，请更换。`
  return days < warnedDays ? `${variable} 里的证书（${subject}）还有 ${days} 天到期，请更换。` : null
}

/** A key that is not that of the certificate signs requests that nobody can check. */
async function keyFaults({ saml }: OutsideSignIn): Promise<(string | false)[]> {
  if (!saml) return []
  try {
    const [key, certificate, found] = await Promise.all([
      readFile(saml.key, 'utf8'),
      readFile(saml.certificate, 'utf8'),
      stat(saml.key),
    ])
    const fits = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return [
      (found.mode & 0o077) !== 0 && `OUTSIDE_SAML_KEY 指的私钥他人也能读：请执行 chmod 600 ${saml.key}。`,
      !fits && 'OUTSIDE_SAML_KEY 的私钥与 OUTSIDE_SAML_CERTIFICATE 的证书不配套。',
    ]
  } catch {
    return ['OUTSIDE_SAML_KEY 指的私钥读取失败。']
  }
}

/**
 * What is wrong with certificates and secrets of the doors. One of several certificates of a file that is
 * over is no fault while another one holds: a provider changes its own with both.
 */
export async function doorFaults(doors: OutsideSignIn): Promise<DoorFault[]> {
  const all = await doorCertificates(doors)
  const certificates = all.filter(
    (one) =>
      (one.days ?? -1) >= 0 ||
      !all.some((other) => other.variable === one.variable && (other.days ?? -1) >= warnedDays),
  )
  const { ldap } = doors
  return [
    ...certificates.flatMap((one) => {
      const sentence = sentenceOf(one)
      return sentence === null ? [] : [{ door: one.door, sentence }]
    }),
    ...(await keyFaults(doors)).flatMap((sentence) =>
      typeof sentence === 'string' ? [{ door: 'saml', sentence } as const] : [],
    ),
    ...(ldap && ldap.readerPassword.length < 12
      ? [{ door: 'ldap', sentence: 'OUTSIDE_LDAP_PASSWORD 少于 12 个字符，请换一个更长的密码。' } as const]
      : []),
  ]
}
