import { execFileSync } from 'node:child_process'
import { createPublicKey, generateKeyPairSync, sign as nodeSign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { keysFrom, kidOf, suiteOfBlind, suiteOfSealed, suiteOfStamp } from './keys.ts'
import { newFileKey, openedFile, sealBytes, sealedPieces } from './sealed-file.ts'
import { publicPemOf, signingKeyFrom, suiteNames, suiteOf, type SigningKey } from './suite.ts'

const master = Buffer.alloc(32, 7)
const intl = keysFrom(master, 'intl')
const sm = keysFrom(master, 'sm')
const place = 'person|id_no|1'

/** A character in the middle exchanged for another one. */
const turned = (part: string) => {
  const at = Math.floor(part.length / 2)
  return part.slice(0, at) + (part[at] === 'A' ? 'B' : 'A') + part.slice(at + 1)
}

describe('a sealed value', () => {
  it('names its suite and is opened by whichever suite is in force', () => {
    const [old, fresh] = [intl.seal('44011', place), sm.seal('44011', place)]
    expect([suiteOfSealed(old), suiteOfSealed(fresh), suiteOfSealed('text')]).toEqual([
      'intl',
      'sm',
      undefined,
    ])
    for (const keys of [intl, sm])
      expect([keys.open(old, place), keys.open(fresh, place)]).toEqual(['44011', '44011'])
  })

  it('of SM4 opens in its place only, and not with any part changed or cut', () => {
    const sealed = sm.seal('441702199001011234', place)
    expect(() => sm.open(sealed, 'person|id_no|2')).toThrow('altered or moved')
    const parts = sealed.split('.')
    for (const at of [2, 3, 4]) {
      expect(() => sm.open(parts.with(at, turned(parts[at] ?? '')).join('.'), place)).toThrow('altered')
      expect(() => sm.open(parts.with(at, '').join('.'), place)).toThrow()
    }
    expect(() => sm.open(parts.with(3, (parts[3] ?? '').slice(0, 20)).join('.'), place)).toThrow('altered')
    expect(() => sm.open(parts.with(0, 'v1').join('.'), place)).toThrow()
    expect(() => sm.open(parts.with(0, 'v3').join('.'), place)).toThrow('unknown version')
  })

  it('of AES opens with no proof shorter than sixteen bytes', () => {
    const parts = intl.seal('44011', place).split('.')
    const short = Buffer.from(parts[3] ?? '', 'base64url').subarray(0, 4)
    expect(() => intl.open(parts.with(3, short.toString('base64url')).join('.'), place)).toThrow()
  })

  it('never uses a nonce twice', () => {
    const nonces = Array.from({ length: 2_000 }, () => sm.seal('x', place).split('.')[2])
    expect(new Set(nonces).size).toBe(2_000)
    expect(Buffer.from(nonces[0] ?? '', 'base64url')).toHaveLength(16)
  })

  it('under a later key is opened by the other suite, which learnt it', () => {
    for (const [maker, reader] of [
      [keysFrom(master, 'sm'), keysFrom(master, 'intl')],
      [keysFrom(master, 'intl'), keysFrom(master, 'sm')],
    ] as const) {
      const learnt = { kid: 2, wrapped: maker.makeWrapped(2), active: true }
      for (const keys of [maker, reader]) keys.learn(learnt)
      const sealed = maker.seal('later', place)
      expect([kidOf(sealed), reader.open(sealed, place)]).toEqual([2, 'later'])
      expect(() => keysFrom(Buffer.alloc(32, 8), reader.suite).learn(learnt)).toThrow()
    }
  })
})

describe('keyed hashes', () => {
  it('have other keys and other forms by suite, and are asked for in both', () => {
    const [old, fresh] = [intl.blind('id_no', '1'), sm.blind('id_no', '1')]
    expect(intl.blinds('id_no', '1')).toEqual([old, fresh])
    expect(sm.blinds('id_no', '1')).toEqual([fresh, old])
    expect([suiteOfBlind(old), suiteOfBlind(fresh)]).toEqual(['intl', 'sm'])
    expect(sm.mac('p', 't')).toEqual(intl.mac('p', 't'))
  })

  it('that are kept hold for their text under either suite', () => {
    for (const maker of [intl, sm])
      for (const reader of [intl, sm]) {
        const stamp = maker.stamp('audit', 'a')
        expect(suiteOfStamp(stamp)).toBe(maker.suite)
        expect(reader.stamps('audit', 'a', stamp)).toBe(true)
        expect(reader.stamps('audit', 'b', stamp)).toBe(false)
        expect(reader.stamps('other', 'a', stamp)).toBe(false)
      }
    expect(sm.stamps('audit', 'a', sm.stamp('audit', 'a').subarray(1))).toBe(false)
    expect(intl.stamp('audit', 'a')).toEqual(intl.mac('audit', 'a'))
  })

  it('hash as the standards print it', () => {
    expect(suiteOf('sm').hash('abc').toString('hex')).toBe(
      '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0',
    )
    expect(suiteOf('intl').hash('abc').toString('hex')).toMatch(/^ba7816bf/)
  })
})

describe('a sealed file', () => {
  const sealed = async (suite: 'intl' | 'sm', content: string) => {
    const key = newFileKey(suite)
    const pieces: Buffer[] = []
    for await (const piece of sealedPieces(Readable.from([Buffer.from(content)]), key)) pieces.push(piece)
    return { key, bytes: Buffer.concat(pieces) }
  }
  const opened = async (key: string, bytes: Buffer) =>
    text(
      await openedFile(
        async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
        bytes.length,
        key,
      ),
    )
  const content = '名册'.repeat(5_000)

  it.each(suiteNames)('opens under %s and is longer by as many bytes', async (suite) => {
    const { key, bytes } = await sealed(suite, content)
    expect(bytes.length).toBe(Buffer.byteLength(content) + sealBytes)
    expect(await opened(key, bytes)).toBe(content)
    const empty = await sealed(suite, '')
    expect(await opened(empty.key, empty.bytes)).toBe('')
  })

  it.each(suiteNames)('fails under %s where one byte was changed', async (suite) => {
    const { key, bytes } = await sealed(suite, content)
    for (const at of [3, 4_000, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(opened(key, changed)).rejects.toThrow()
    }
  })
})

const openssl = ((): boolean => {
  try {
    return execFileSync('openssl', ['version']).toString().startsWith('OpenSSL 3')
  } catch {
    return false
  }
})()

/** What the program openssl says of a signature of SM2 over the data with the usual identity. */
function saysOpenssl(publicPem: string, data: Buffer, signature: Buffer): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'xingtan-sm2-'))
  const [pem, signed, told] = ['key.pem', 'signature', 'data'].map((name) => join(folder, name))
  try {
    writeFileSync(String(pem), publicPem)
    writeFileSync(String(signed), signature)
    writeFileSync(String(told), data)
    const given = `-verify -pubin -inkey ${pem} -rawin -digest sm3 -in ${told} -sigfile ${signed}`.split(' ')
    execFileSync('openssl', ['pkeyutl', ...given, '-pkeyopt', 'distid:1234567812345678'], { stdio: 'pipe' })
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('a signature', () => {
  const data = Buffer.from('移交清单 1')

  it('names its suite and is verified under either, for its purpose and data only', () => {
    for (const maker of [intl, sm])
      for (const reader of [intl, sm]) {
        const signature = maker.sign('transfer', data)
        expect(reader.verify('transfer', data, signature)).toBe(true)
        expect(reader.verify('transfer', Buffer.from('移交清单 2'), signature)).toBe(false)
        expect(reader.verify('other', data, signature)).toBe(false)
        expect(reader.verify('transfer', data, turned(signature))).toBe(false)
      }
    expect(sm.verify('transfer', data, 'text')).toBe(false)
  })

  it.runIf(openssl)('of SM2 is taken by another implementation, and refused over other data', () => {
    for (let secret = 1; secret <= 5; secret += 1) {
      const key = signingKeyFrom('sm', Buffer.alloc(32, secret), 'transfer')
      const signature = suiteOf('sm').sign(key, data)
      expect(saysOpenssl(publicPemOf(key), data, signature)).toBe(true)
      expect(saysOpenssl(publicPemOf(key), Buffer.from('other'), signature)).toBe(false)
    }
  })

  it.runIf(openssl)('of another implementation is taken', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xingtan-sm2-'))
    const at = (name: string) => join(folder, name)
    const run = (line: string) => execFileSync('openssl', line.split(' '), { stdio: 'pipe' })
    writeFileSync(at('data'), data)
    run(`genpkey -algorithm SM2 -out ${at('key')}`)
    const pem = run(`pkey -in ${at('key')} -pubout`).toString()
    const signature = run(
      `pkeyutl -sign -inkey ${at('key')} -rawin -digest sm3 -pkeyopt distid:1234567812345678 -in ${at('data')}`,
    )
    rmSync(folder, { recursive: true })
    expect(suiteOf('sm').verify(pem, data, signature)).toBe(true)
    expect(suiteOf('sm').verify(pem, Buffer.from('other'), signature)).toBe(false)
  })

  it('by an ec key object of node is ECDSA: refused to sign with, and refused as a signature', () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'SM2' })
    const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const posing = [
      { suite: 'intl', key: pair.privateKey },
      // Told to be of SM2 by somebody who passed the types.
      Object.assign({ suite: 'intl' as const, key: pair.privateKey }, { suite: 'sm' }) as SigningKey,
    ] as const
    for (const key of posing) {
      expect(() => suiteOf('sm').sign(key, data)).toThrow('not an SM2 key')
      expect(() => suiteOf('intl').sign(key, data)).toThrow('not an Ed25519 key')
    }
    expect(suiteOf('sm').verify(pem, data, nodeSign('sm3', data, pair.privateKey))).toBe(false)
    expect(createPublicKey(pem).type).toBe('public')
  })

  it('is of no key that is none', () => {
    const signature = suiteOf('sm').sign(signingKeyFrom('sm', master, 'x'), data)
    for (const pem of ['', 'text', publicPemOf(signingKeyFrom('intl', master, 'x'))])
      expect(suiteOf('sm').verify(pem, data, signature)).toBe(false)
  })
})
