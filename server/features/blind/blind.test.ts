import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlindFile, BlindFiles } from '../../../catalogue/contract/research/blind.ts'
import {
  beginEntry,
  entryOf,
  move,
  openNotice,
  uploadedFile,
  write,
} from '../../app/testing/test-research.ts'
import { testKeys, type Person } from '../../app/testing/test-region.ts'
import { fileStore } from '../../platform/storage/file-store.ts'
import { sql } from '../../platform/db/sql.ts'
import { zipOf } from '../../platform/package/test-zip.ts'
import { who } from '../../platform/documents/test-sources.ts'
import { itemOf, listOf, openedRound, openWorld, packetOf, type World } from '../expert-review/test-review.ts'
import { blindCopiesOf, blindFileOf, copying } from './copies.ts'
import type { FileCheckNeeds } from './checks.ts'
import { shortNames } from './identities.ts'
import { openInspector } from './inspector.ts'

let world: World
let author: Person
const folder = join(import.meta.dirname, '../../platform/documents/test-documents')
const documentOf = (name: string) => readFile(join(folder, name))

beforeAll(async () => {
  world = await openWorld('blind', 3)
  const { region } = world
  author = await region.add(2, region.places.school, who.name)
  await region.db.execute(sql`
    update person set mobile_sealed = ${testKeys.seal(who.mobile, `person|mobile|${author.personId}`)}
    where id = ${author.personId}`)
  await region.db.execute(sql`
    insert into institution_former (institution_id, name, from_on, to_on)
    values (${region.places.school}, ${who.school}, '2000-09-01', '2019-08-31')`)
})
afterAll(() => world.region.close())

const path = (entry: { data: { id: string } }) => `/api/v1/research/blind/${entry.data.id}`
const check = (by: Person, entry: { data: { id: string } }) => by.post<BlindFiles>(path(entry), {})

/** A draft with this document, for a notice that wants no names. */
async function draftWith(name: string, { blind = true, of = author, more = {} } = {}) {
  const { region } = world
  const campaign = await openNotice(region.people.area, { collects: 'researchPaper', blind })
  const file = await uploadedFile(region, of, name, await documentOf(name))
  const value = { ...(await entryOf(region, of, 'researchPaper')), file, ...more }
  const entry = await beginEntry(of, campaign, value, 'researchPaper')
  expect(entry.status, entry.msg).toBe(200)
  return { entry, file }
}
const only = ({ files }: BlindFiles): BlindFile => {
  const [file] = files
  if (!file) throw new Error('no file')
  return file
}

describe('a paper whose author stands in its head', () => {
  it('is refused with the place, mended, handed in, and experts receive a copy that tells nothing', async () => {
    const { region, source, experts } = world
    const { entry } = await draftWith('text-02-heads.docx')
    const early = await move(author, entry, 'submit')
    expect(early.data.errors).toEqual([{ field: 'file', message: expect.stringContaining('尚未检查') }])
    const found = await check(author, entry)
    expect(found.status, found.msg).toBe(200)
    expect(found.data.wanted).toBe(true)
    expect(only(found.data)).toMatchObject({ state: 'mend', name: 'text-02-heads.docx' })
    expect(only(found.data).findings.map(({ sentence }) => sentence)).toEqual([
      `页眉：“${who.name}”（姓名）`,
      `页脚：“${who.school}”（学校）`,
    ])
    const refused = await move(author, entry, 'submit')
    expect([refused.status, refused.data.errors]).toEqual([
      400,
      [
        {
          field: 'file',
          message: expect.stringContaining(`页眉：“${who.name}”（姓名）等 2 处，请修改后重新上传`),
        },
      ],
    ])

    // Everything that a file holds beside its text, and no name within it.
    const mended = await uploadedFile(
      region,
      author,
      `${who.name}.docx`,
      await documentOf('text-01-properties.docx'),
    )
    await write(author, entry, { file: mended })
    const clean = only((await check(author, entry)).data)
    expect(clean).toMatchObject({ state: 'clean', findings: [] })
    expect(clean.removed).toContain(`文件名：“${who.name}”（姓名）`)
    expect(clean.removed).toContain(`文件属性：“${who.mobile}”（手机号）`)
    // What the draft held before is forgotten.
    const kept = await region.db.query(sql`select 1 from blind_check where case_id = ${entry.data.id}::uuid`)
    expect(kept).toHaveLength(1)
    const sent = await move(author, entry, 'submit')
    expect(sent.data.state, sent.msg).toBe('recommending')

    const copy = await blindFileOf(region.db, mended)
    source.items_ = [itemOf(author, '论课堂提问', { files: [copy ?? ''] })]
    await openedRound(world, { perItem: 2, least: 2, perExpert: 3 })
    const tasks = await Promise.all(experts.map(async (expert) => ({ expert, list: await listOf(expert) })))
    const reader = tasks.find(({ list }) => list.length > 0)
    if (!reader) throw new Error('nobody reads it')
    const packet = await packetOf(reader.expert, reader.list[0]?.id ?? '')
    expect(packet.files.map(({ name }) => name)).toEqual(['材料1.docx'])
    const bytes = await region.app.inject({ method: 'GET', url: packet.files[0]?.url ?? '' })
    expect(bytes.headers['content-disposition']).toContain(encodeURIComponent('材料1.docx'))
    const zip = await JSZip.loadAsync(bytes.rawPayload)
    const parts = await Promise.all(Object.values(zip.files).map((one) => one.async('string')))
    const all = parts.flatMap((part) => [part, part.replaceAll(/<[^>]*>/g, '')]).join('\n')
    expect(all).toContain('本研究面向小学高年段习作教学')
    for (const told of [who.name, who.school, who.mobile, who.email]) expect(all).not.toContain(told)
    expect(Object.keys(zip.files).filter((name) => name.startsWith('docProps'))).toEqual([])
  })

  it('may keep what its author explains, hit by hit', async () => {
    const { entry, file } = await draftWith('text-02-heads.docx')
    const [first, second] = only((await check(author, entry)).data).findings
    const say = (reasons: object[]) => author.put<BlindFiles>(`${path(entry)}/${file}`, { reasons })
    const short = await author.put(`${path(entry)}/${file}`, { reasons: [{ key: first?.key, reason: '是' }] })
    expect(short.data.errors[0]?.message).toBe('理由至少写 4 个字')
    expect((await say([{ key: 'nothing', reason: '与我无关的同名' }])).status).toBe(400)
    await say([{ key: first?.key, reason: '与我无关的同名' }])
    const one = await move(author, entry, 'submit')
    expect(one.data.errors?.[0]?.message).toContain(`页脚：“${who.school}”（学校），请修改`)
    const both = await say([{ key: second?.key, reason: '教材里的原文' }])
    expect(only(both.data)).toMatchObject({ state: 'explained' })
    await say([{ key: second?.key, reason: null }])
    expect((await move(author, entry, 'submit')).status).toBe(400)
    await say([{ key: second?.key, reason: '教材里的原文' }])
    expect((await move(author, entry, 'submit')).data.state).toBe('recommending')
    const seen = await world.region.people.area.get<BlindFiles>(path(entry))
    expect(only(seen.data).findings.map(({ reason }) => reason)).toEqual(['与我无关的同名', '教材里的原文'])
    // After that nothing changes any more.
    expect((await say([{ key: first?.key, reason: null }])).status).toBe(403)
    expect((await check(author, entry)).status).toBe(403)
    const explained = await world.region.db.query(sql`select 1 from audit where action = 'blind.explained'`)
    expect(explained.length).toBeGreaterThanOrEqual(4)
  })

  it('is looked through once, and again when it names fellow authors', async () => {
    const { entry, file } = await draftWith('text-15-everything.docx')
    const [first, again] = [await check(author, entry), await check(author, entry)]
    expect(again.data).toEqual(first.data)
    const at = () =>
      world.region.db.one<{ at: string; found_sealed: string; copy_id: string }>(
        sql`select at, found_sealed, copy_id from blind_check where file_id = ${file}::uuid`,
      )
    const before = await at()
    await check(author, entry)
    expect(await at()).toEqual(before)
    expect(before.found_sealed).not.toContain(who.mobile)
    await write(author, entry, { coAuthors: who.member })
    expect(only((await author.get<BlindFiles>(path(entry))).data).state).toBe('waiting')
    const more = only((await check(author, entry)).data)
    expect(more.removed.join()).toContain(`“${who.member}”（成员姓名）`)
    expect((await at()).copy_id).toBe(before.copy_id)
  })
})

describe('who may ask', () => {
  it('is the author of a draft and the offices of what was handed in; anybody else finds nothing', async () => {
    const { people: p } = world.region
    const { entry, file } = await draftWith('text-16-clean.docx')
    await check(author, entry)
    for (const other of [p.colleague, p.stranger, p.school, p.area, p.otherArea, p.city])
      expect((await other.get(path(entry))).status).toBe(404)
    for (const other of [p.colleague, p.stranger]) {
      expect((await check(other, entry)).status).toBe(404)
      const reasons = [{ key: 'x', reason: '与我无关的同名' }]
      expect((await other.put(`${path(entry)}/${file}`, { reasons })).status).toBe(404)
    }
    for (const other of [p.expert, p.admin]) expect((await other.get(path(entry))).status).toBe(403)
    await move(author, entry, 'submit')
    for (const office of [p.school, p.area, p.city]) expect((await office.get(path(entry))).status).toBe(200)
    for (const other of [p.colleague, p.otherArea, p.otherSchool])
      expect((await other.get(path(entry))).status).toBe(404)
    // The copy is a file of its author.
    const copy = await blindFileOf(world.region.db, file)
    for (const other of [p.school, p.area, p.colleague, p.expert])
      expect((await other.get(`/api/v1/upload/file?key=${copy}&action=preview`)).status).toBe(404)
  })
})

describe('files that are hard', () => {
  const limits = { longestMs: 20_000 }
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

  it('end with their thread when time is up, or hold too much, and say so', async () => {
    const given = {
      name: 'a.docx',
      mime: docx,
      content: await documentOf('text-15-everything.docx'),
      identities: [],
    } as const
    const slow = openInspector({ ...limits, longestMs: 1 })
    expect(await slow.look(given)).toEqual({ refused: expect.stringContaining('太复杂') })
    await slow.rest()
    const small = openInspector(limits)
    const endless = {
      ...given,
      name: 'a.txt',
      mime: 'text/plain',
      content: Buffer.alloc(9_000_000, 'a'),
    } as const
    expect(await small.look(endless)).toEqual({ refused: expect.stringContaining('太大') })
    // The next file is looked through.
    expect(await small.look(given)).toHaveProperty('inspection')
    await small.rest()
  })

  it('are refused in words where the store holds what no upload lets in', async () => {
    const { region } = world
    const { entry, file } = await draftWith('text-16-clean.docx')
    const store = fileStore(join(region.folder, 'files'))
    const bytes = 210 * 1024 * 1024
    const bomb = zipOf([
      { name: 'word/document.xml', content: '', packed: deflateRawSync(Buffer.alloc(bytes)), claims: bytes },
    ])
    const { key } = await store.write([bomb])
    await region.db.execute(sql`update file set storage_key = ${key} where id = ${file}::uuid`)
    const answer = await check(author, entry)
    expect([answer.status, only(answer.data).state]).toEqual([200, 'refused'])
    const refused = await move(author, entry, 'submit')
    expect(refused.data.errors?.[0]?.message).toMatch(/太大|损坏/)
    expect(await blindFileOf(region.db, file)).toBeNull()
  })
})

describe('entries of a notice that asks for nothing', () => {
  it('are handed in as they are, and their copies made beside', async () => {
    const { region } = world
    const { entry, file } = await draftWith('text-02-heads.docx', { blind: false })
    expect((await move(author, entry, 'submit')).data.state).toBe('recommending')
    await expect(blindFileOf(region.db, file)).rejects.toThrow('还在准备')
    const { id } = entry.data
    expect(await blindCopiesOf(region.db, [id])).toEqual(new Map([[id, []]]))
    const store = fileStore(join(region.folder, 'files'))
    const o: FileCheckNeeds = {
      db: region.db,
      keys: testKeys,
      engine: region.engine,
      log: world.o.log,
      readBytes: store.readWhole,
      keepFile: async (identityId, { name, mime }, content) => {
        const { key, bytes, sha256 } = await store.write([content])
        const row = await region.db.one<{ id: string }>(sql`
          insert into file (id, sha256, bytes, mime, name, storage_key, by_identity)
          values (gen_random_uuid(), ${sha256}, ${bytes}, ${mime}, ${name}, ${key}, ${identityId}) returning id`)
        return row.id
      },
      deleteFile: async () => null,
      removeBytes: async () => undefined,
    }
    const inspector = openInspector()
    const job = copying(o, inspector)
    const signal = new AbortController().signal
    while (await job.run(signal)) continue
    await inspector.rest()
    const copy = await blindFileOf(region.db, file)
    expect(copy).not.toBeNull()
    expect(await blindCopiesOf(region.db, [id])).toEqual(new Map([[id, [copy]]]))
    const rows = await region.db.query(sql`select 1 from blind_check where case_id = ${entry.data.id}::uuid`)
    expect(rows).toHaveLength(1)
    expect(await job.run(signal)).toBe(false)
  })
})

describe('names of schools', () => {
  it.each([
    [
      '春风市云溪区实验小学',
      ['春风市教育局', '云溪区教育局'],
      ['春风市云溪区实验小学', '云溪区实验小学', '云溪实验小学'],
    ],
    ['云溪区春风小学', ['云溪区教育局'], ['云溪区春风小学', '云溪春风小学', '春风小学']],
    ['东区一中', ['东区教育局'], ['东区一中']],
  ])('%s', (name, above, names) => {
    expect(shortNames(name, above)).toEqual(expect.arrayContaining(names))
    expect(shortNames(name, above)).not.toContain('实验小学')
  })
})
