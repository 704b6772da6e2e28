import { SignJWT, type JWTPayload } from 'jose'
import type { FormVerification, PaperState } from '../../../catalogue/contract/forms.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { keyedUrn } from '../../platform/crypto/keyed-urn.ts'
import type { Database } from '../../platform/db/database.ts'
import { algorithm, publishedKeys, signingKey } from './keys.ts'

/** A printed paper that certifies something, as features/forms tells of it. */
export interface CertifyingPaper {
  readonly id: string
  readonly form: string
  readonly title: string
  readonly code: string
  readonly teacherId: number
  readonly holder: string
  readonly issuer: string
  readonly at: string
  readonly sha256: string
  readonly state: PaperState
  readonly says: readonly { readonly label: string; readonly text: string }[]
}

/** What credentials take from the portal and from printed forms. */
export interface CredentialTools {
  readonly db: Database
  readonly keys: Keys
  readonly papersAbout: (teacherId: number) => Promise<readonly CertifyingPaper[]>
  readonly paperById: (id: string) => Promise<CertifyingPaper | undefined>
  readonly verifyPaper: (code: string) => Promise<FormVerification['paper']>
}

/** A credential as it is kept. */
export interface CredentialRow {
  readonly id: string
  readonly paperId: string
  readonly list: number
  readonly position: number
  readonly issuedAt: string
}

const vocabulary = 'https://www.w3.org/ns/credentials/v2'
/** The context of Open Badges 3.0. */
const badges = 'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json'
/** What a list of bits says of a credential: taken back, or that a newer paper says something else. */
export const statusPurposes = ['revocation', 'refresh'] as const
export type StatusPurpose = (typeof statusPurposes)[number]

export const statusAddress = (origin: string, list: number, purpose: StatusPurpose): string =>
  `${origin}/api/v1/credentials/status/${list}/${purpose}`

/** A number that stands for the person in this credential alone: two of them cannot be put together by it. */
const subjectOf = (keys: Keys, teacherId: number, credentialId: string): string =>
  keyedUrn(keys, 'credential.subject', `${teacherId}|${credentialId}`)

const narrative = ({ says, title, issuer }: CertifyingPaper): string =>
  says.length === 0
    ? `${issuer}出具的${title}`
    : says.map(({ label, text }) => `${label}：${text}`).join('；')

/** An OpenBadgeCredential (Open Badges 3.0) of a paper. */
function badgeOf(
  keys: Keys,
  origin: string,
  paper: CertifyingPaper,
  { id, list, position, issuedAt }: CredentialRow,
): JWTPayload {
  const validFrom = new Date(issuedAt).toISOString()
  const subject = subjectOf(keys, paper.teacherId, id)
  const paperAddress = `${origin}/v/${paper.code.replaceAll(' ', '')}`
  return {
    '@context': [vocabulary, badges],
    id: `urn:uuid:${id}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: paper.title,
    issuer: { id: origin, type: ['Profile'], name: paper.issuer },
    validFrom,
    credentialSubject: {
      id: subject,
      type: ['AchievementSubject'],
      // In words and in no hash: a hash of a name or a number is opened by trying all of them.
      identifier: [
        { type: 'IdentityObject', hashed: false, identityHash: paper.holder, identityType: 'name' },
      ],
      achievement: {
        id: `${paperAddress}#achievement`,
        type: ['Achievement'],
        achievementType: 'Certificate',
        name: paper.title,
        description: narrative(paper),
        criteria: { narrative: narrative(paper) },
      },
    },
    credentialStatus: statusPurposes.map((purpose) => ({
      id: `${statusAddress(origin, list, purpose)}#${position}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: purpose,
      statusListIndex: String(position),
      statusListCredential: statusAddress(origin, list, purpose),
    })),
    evidence: [
      {
        id: paperAddress,
        type: ['Evidence'],
        name: `打印件 ${paper.code}`,
        description: `SHA-256 ${paper.sha256}`,
      },
    ],
    iss: origin,
    jti: `urn:uuid:${id}`,
    sub: subject,
    nbf: Math.floor(Date.parse(validFrom) / 1000),
  }
}

/** Signs what the portal states. The public key stands in the head, as Open Badges asks for. */
export async function signed(
  { db, keys }: Pick<CredentialTools, 'db' | 'keys'>,
  payload: JWTPayload,
  type: 'JWT' | 'vc+jwt',
): Promise<string> {
  const { kid, key } = await signingKey(db, keys)
  const published = (await publishedKeys(db)).find((one) => one.kid === kid)
  if (!published) throw new Error('the key that signs is not published')
  const { kty, n, e } = published
  return new SignJWT(payload)
    .setProtectedHeader({ alg: algorithm, typ: type, kid, jwk: { kty, n, e } })
    .sign(key)
}

export const signedBadge = (
  tools: CredentialTools,
  origin: string,
  paper: CertifyingPaper,
  row: CredentialRow,
): Promise<string> => signed(tools, badgeOf(tools.keys, origin, paper, row), 'JWT')
