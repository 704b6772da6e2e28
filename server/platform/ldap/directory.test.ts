import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCertificate } from '../testing/test-certificate.ts'
import { openDirectory, type DirectorySettings, type DirectoryTalk } from './directory.ts'
import { TestDirectory, type TestEntry } from './testing/test-directory.ts'

const base = 'ou=people,dc=example,dc=cn'
const person = (uid: string, more: TestEntry['attributes'] = {}): TestEntry => ({
  dn: `uid=${uid},${base}`,
  password: `secret of ${uid}`,
  attributes: { uid: [uid], entryUUID: [`number-of-${uid}`], cn: ['林 疏影'], ...more },
})
const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
const entries: TestEntry[] = [
  { dn: 'cn=reader,dc=example,dc=cn', password: 'may read', attributes: {} },
  person('lin'),
  person('a*b'),
  person('twin', { mail: ['first@example.cn'] }),
  { ...person('twin', { mail: ['second@example.cn'] }), dn: `uid=twin,ou=old,${base}` },
  person('ad', { objectGUID: [guid] }),
  person('nameless', { entryUUID: [] }),
]
const own = testCertificate('directory')
const encrypted = new TestDirectory(entries, own)
const upgraded = new TestDirectory(entries, own, false)
let folder: string
let settings: DirectorySettings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-ldap-'))
  await writeFile(join(folder, 'own.pem'), own.certificate)
  await writeFile(join(folder, 'other.pem'), testCertificate('directory').certificate)
  await encrypted.listen()
  await upgraded.listen()
  settings = {
    url: encrypted.url,
    ca: join(folder, 'own.pem'),
    reader: 'cn=reader,dc=example,dc=cn',
    readerPassword: 'may read',
    base,
    account: 'uid',
    subject: 'entryUUID',
  }
})
afterAll(async () => {
  await encrypted.close()
  await upgraded.close()
  await rm(folder, { recursive: true, force: true })
})

const signIn =
  (account: string, password: string) =>
  async ({ find, fits }: DirectoryTalk) => {
    const entry = await find(account)
    return entry && (await fits(entry, password)) ? entry.subject : null
  }
const talk = <T>(act: (talk: DirectoryTalk) => Promise<T>, more: Partial<DirectorySettings> = {}) =>
  openDirectory({ ...settings, ...more }, 700).talk(act)

it('the right password of the one entry shows its number, over LDAPS and over StartTLS', async () => {
  expect(await talk(signIn('lin', 'secret of lin'))).toBe('number-of-lin')
  expect(await talk(signIn('lin', 'secret of twin'))).toBe(null)
  expect(await talk(signIn('lin', 'secret of lin'), { url: upgraded.url })).toBe('number-of-lin')
  expect(await talk(signIn('nobody', 'x'))).toBe(null)
})

it('a star and brackets are letters of an account, and two entries are nobody', async () => {
  for (const account of ['*', 'li*', 'lin)(uid=*', '*)(|(uid=lin'])
    expect(await talk(({ find }) => find(account))).toBe(null)
  expect(await talk(signIn('a*b', 'secret of a*b'))).toBe('number-of-a*b')
  expect(await talk(signIn('twin', 'secret of twin'))).toBe(null)
})

it('an empty password, or one that begins with a zero byte, does not reach a directory that would take it', async () => {
  encrypted.allowsEmpty = true
  const before = encrypted.tried.length
  expect(await talk(signIn('lin', ''))).toBe(null)
  expect(await talk(signIn('lin', '\0'))).toBe(null)
  expect(encrypted.tried.slice(before).map(({ dn }) => dn)).toEqual([settings.reader, settings.reader])
  await expect(talk(signIn('lin', 'x'), { readerPassword: '' })).rejects.toThrow('no password')
  encrypted.allowsEmpty = false
})

it('an entry without a number of its own is refused, and the sixteen bytes of AD are read as a number', async () => {
  await expect(talk(signIn('nameless', 'secret of nameless'))).rejects.toThrow('the entry has no entryUUID')
  expect(await talk(signIn('ad', 'secret of ad'), { subject: 'objectGUID' })).toBe(
    '00112233-4455-6677-8899-aabbccddeeff',
  )
  const facts = await talk(async ({ find }) => (await find('ad'))?.facts, { subject: 'objectGUID' })
  expect(facts).toContainEqual(['cn', '林 疏影'])
  expect(facts).toContainEqual(['objectGUID', '00112233-4455-6677-8899-aabbccddeeff'])
  expect(facts?.map(([name]) => name)).toEqual(['objectGUID', 'uid', 'entryUUID', 'cn'])
})

it('a certificate that the operator did not name is refused before a password is sent', async () => {
  for (const { url } of [encrypted, upgraded]) {
    const [tried, again] = [encrypted.tried.length, upgraded.tried.length]
    const ca = join(folder, 'other.pem')
    await expect(talk(signIn('lin', 'secret of lin'), { url, ca })).rejects.toThrow(/self-signed|verify/)
    expect([encrypted.tried.length, upgraded.tried.length]).toEqual([tried, again])
  }
  await expect(talk(signIn('lin', 'x'), { ca: join(folder, 'none.pem') })).rejects.toThrow('cannot be read')
})

it('a directory that refuses StartTLS hears no password', async () => {
  const plain = new TestDirectory(entries, own)
  await plain.listen()
  const url = plain.url.replace('ldaps:', 'ldap:')
  await expect(talk(signIn('lin', 'secret of lin'), { url })).rejects.toThrow()
  expect(plain.tried).toEqual([])
  await plain.close()
})

it('silence and a hole in the network cost their time and no more; eight at once, then a queue with an end', async () => {
  const hole = createServer(() => undefined)
  await new Promise<void>((ready) => hole.listen(0, '127.0.0.1', ready))
  const at = `127.0.0.1:${(hole.address() as AddressInfo).port}`
  for (const url of [`ldap://${at}`, `ldaps://${at}`]) {
    const began = performance.now()
    await expect(talk(signIn('lin', 'secret of lin'), { url })).rejects.toThrow('no answer within 700 ms')
    expect(performance.now() - began).toBeLessThan(1_500)
  }
  const directory = openDirectory({ ...settings, url: `ldap://${at}` }, 300)
  const asked = performance.now()
  const all = Array.from({ length: 30 }, () =>
    directory.talk(signIn('lin', 'x')).catch((error: Error) => error.message),
  )
  const answers = await Promise.all(all)
  // Twenty-four wait their 300 ms, eight at once: three times, however slow the machine is.
  expect(performance.now() - asked).toBeGreaterThanOrEqual(850)
  expect(answers.filter((one) => one === 'too many at once')).toHaveLength(6)
  hole.close()
  await expect(talk(signIn('lin', 'x'), { url: 'ldap://127.0.0.1:1' })).rejects.toThrow('ECONNREFUSED')
})
