import { EqualityFilter, InvalidCredentialsError, type Client, type Entry } from 'ldapts'
import pLimit from 'p-limit'
import { DirectoryFault } from './fault.ts'
import { openLine, type Line } from './line.ts'

export { DirectoryFault } from './fault.ts'

/** A directory that speaks LDAP, as the operator describes it. */
export interface DirectorySettings {
  /** `ldaps://host:636`, or `ldap://host:389`, where the line is encrypted by StartTLS before anything is sent. */
  readonly url: string
  /** Path of the certificates (PEM) that may have signed the directory's; no other is trusted. */
  readonly ca: string
  /** The account that may read, as its distinguished name, and its password. */
  readonly reader: string
  readonly readerPassword: string
  /** Distinguished name below which people are looked for. */
  readonly base: string
  /** Attribute that holds what people type as their account: `uid`, `sAMAccountName`. */
  readonly account: string
  /** Attribute whose value never changes and is never given to anybody else: `entryUUID`, `objectGUID`. */
  readonly subject: string
}

/** One person's entry. */
export interface DirectoryEntry {
  readonly dn: string
  /** Value of the subject attribute; of `objectGUID` in its usual writing. */
  readonly subject: string
  /** Everything that the directory says of it to the reading account, for people who set the door up. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

/** Conversation with a directory on one connection. */
export interface DirectoryTalk {
  /** The one entry with this account; null for none and for several. */
  readonly find: (account: string) => Promise<DirectoryEntry | null>
  /** Whether the password is that of the entry. An empty one never is. */
  readonly fits: (entry: DirectoryEntry, password: string) => Promise<boolean>
}

export interface Directory {
  /**
   * Talks to the directory, within two seconds once it is its turn.
   * @throws DirectoryFault where the directory cannot be asked
   */
  readonly talk: <T>(act: (talk: DirectoryTalk) => Promise<T>) => Promise<T>
}

/** Milliseconds for everything that one sign-in asks. */
const limit = 2_000
/** Conversations at a time, and how many wait: a directory that is silent must not hold up the portal. */
const atOnce = 8
const waiting = 16

/** @param time milliseconds that a conversation may take */
export function openDirectory(settings: DirectorySettings, time = limit): Directory {
  const turns = pLimit(atOnce)
  return {
    talk: (act) => {
      if (turns.pendingCount >= waiting) return Promise.reject(new DirectoryFault('too many at once'))
      return turns(() => converse(settings, time, act))
    },
  }
}

async function converse<T>(
  settings: DirectorySettings,
  time: number,
  act: (talk: DirectoryTalk) => Promise<T>,
): Promise<T> {
  const line = await openLine(settings)
  let late: NodeJS.Timeout | undefined
  // The library has a limit for a message, and none for the handshake of StartTLS.
  const over = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new DirectoryFault(`no answer within ${time} ms`)), time)
  })
  try {
    return await Promise.race([spoken(line, settings, act), over])
  } finally {
    clearTimeout(late)
    line.cut()
  }
}

/** What the library throws, as a fault of the directory. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (error instanceof DirectoryFault) throw error
    throw new DirectoryFault(error instanceof Error ? error.message : 'unknown', { cause: error })
  })

async function spoken<T>(
  line: Line,
  settings: DirectorySettings,
  act: (talk: DirectoryTalk) => Promise<T>,
): Promise<T> {
  await asked(line.encrypt())
  // An empty password would be an anonymous bind, which a directory answers like a right one (RFC 4513, 5.1.2).
  if (settings.readerPassword === '') throw new DirectoryFault('the reading account has no password')
  await asked(line.client.bind(settings.reader, settings.readerPassword))
  return act({
    find: (account) => asked(found(line.client, settings, account)),
    fits: (entry, password) => asked(fits(line.client, entry, password)),
  })
}

async function found(
  client: Client,
  { base, account: attribute, subject }: DirectorySettings,
  account: string,
): Promise<DirectoryEntry | null> {
  const { searchEntries } = await client.search(base, {
    scope: 'sub',
    // Not as text: `*` and brackets would be part of the question (RFC 4515).
    filter: new EqualityFilter({ attribute, value: account }),
    // What keeps a directory (entryUUID) is sent only where it is named.
    attributes: ['*', subject],
    explicitBufferAttributes: [subject],
    // Enough to see that there are several.
    sizeLimit: 2,
  })
  const [entry] = searchEntries
  return searchEntries.length === 1 && entry ? entryOf(entry, subject) : null
}

/** Throws DirectoryFault for an entry without exactly one number of its own: nobody could be told apart by it. */
function entryOf(entry: Entry, subject: string): DirectoryEntry {
  const named = Object.entries(entry).filter(([name]) => name !== 'dn')
  const own = named.find(([name]) => name.toLowerCase() === subject.toLowerCase())?.[1]
  const text = typeof own === 'string' || Buffer.isBuffer(own) ? numberOf(own, subject) : ''
  if (text === '' || entry.dn === '') throw new DirectoryFault(`the entry has no ${subject}`)
  const facts = named
    // The library adds what was asked for and not answered (`*`) as an empty list.
    .filter(([name, value]) => name.toLowerCase() !== subject.toLowerCase() && [value].flat().length > 0)
    .map(([name, value]) => [name, shown(value)] as const)
  return { dn: entry.dn, subject: text, facts: [[subject, text], ...facts] }
}

/** objectGUID is sixteen bytes, of which the first three groups stand in the order of Intel's processors. */
function numberOf(value: string | Buffer, subject: string): string {
  if (subject.toLowerCase() !== 'objectguid') return value.toString('utf8').trim()
  const bytes = Buffer.from(value)
  if (bytes.length !== 16) return ''
  const groups = [
    [3, 2, 1, 0],
    [5, 4],
    [7, 6],
    [8, 9],
    [10, 11, 12, 13, 14, 15],
  ]
  return groups
    .map((group) => group.map((at) => bytes.subarray(at, at + 1).toString('hex')).join(''))
    .join('-')
}

const shown = (value: string | string[] | Buffer | Buffer[]): string =>
  [value]
    .flat()
    .map((one) => (typeof one === 'string' ? one : `（${one.length} 字节）`))
    .join('；')
    .slice(0, 200)

async function fits(client: Client, { dn }: DirectoryEntry, password: string): Promise<boolean> {
  // A directory written in C may end the password at a zero byte, and then it is empty.
  if (password === '' || password.includes('\0')) return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false
    throw error
  }
}
