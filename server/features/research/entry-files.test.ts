import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import {
  beginEntry,
  entryOf,
  handedIn,
  openNotice,
  paper,
  read,
  write,
} from '../../app/testing/test-research.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'

let region: Region
let p: Region['people']
let author: Person
beforeAll(async () => {
  region = await testRegion('entry-files')
  p = region.people
  author = await region.add(2, region.places.school, '作者')
})
afterAll(() => region.close())

const address = (who: Person, id: string) => who.get(`/api/v1/upload/file?key=${id}&action=preview`)
const faultsOf = (answer: { data: { errors?: readonly { field: string; message: string }[] } }) =>
  answer.data.errors ?? []

describe('the files of an entry', () => {
  it('are its author’s while it is a draft, its offices’ once it was handed in, and nobody else’s', async () => {
    const campaign = await openNotice(p.area, { collects: 'researchPaper' })
    const draft = await beginEntry(
      author,
      campaign,
      await entryOf(region, author, 'researchPaper'),
      'researchPaper',
    )
    const [file] = draft.data.files
    if (!file) throw new Error('the draft holds no file')
    expect((await address(author, file.id)).status).toBe(200)
    for (const other of [p.school, p.area, p.colleague, p.stranger, p.otherArea, p.expert])
      expect((await address(other, file.id)).status).toBe(404)
    const path = `/api/v1/research/paper/${draft.data.id}`
    expect((await author.post(`${path}/submit`, { version: draft.data.version })).status).toBe(200)
    for (const office of [p.school, p.area]) {
      expect((await address(office, file.id)).status).toBe(200)
      expect((await office.get<CaseView>(path)).data.files.map(({ name }) => name)).toEqual(['论文.pdf'])
    }
    for (const other of [p.colleague, p.stranger, p.otherArea, p.otherSchool, p.expert])
      expect((await address(other, file.id)).status).toBe(404)
    // Whoever knows the number of a file cannot hang it on an entry of their own.
    const thief = await region.add(2, region.places.otherSchool, '他人')
    const own = await openNotice(p.otherArea, { collects: 'researchPaper' })
    const stolen = await beginEntry(thief, own, { file: file.id }, 'researchPaper')
    expect(faultsOf(stolen)).toEqual([{ field: 'file', message: '没有该文件，请重新上传' }])
  })

  it('can be replaced and removed while it is a draft', async () => {
    const campaign = await openNotice(p.area, { collects: 'teachingCase' })
    const files = [await paper(region, author), await paper(region, author)]
    const entry = await beginEntry(author, campaign, { title: '一课', files }, 'teachingCase')
    expect(entry.data.value['files']).toEqual(files)
    const fewer = await write(author, entry, { files: files.slice(1) })
    expect(fewer.data.files.map(({ id }) => id)).toEqual(files.slice(1))
    expect((await write(author, entry, { files: null })).data.files).toEqual([])
  })

  it('keep to what the notice says of formats and how many', async () => {
    const campaign = await openNotice(p.area, {
      collects: 'teachingCase',
      fileFormats: 'pdf、docx',
      mostFiles: 1,
      blind: true,
    })
    const files = [await picture(region, author), await paper(region, author)]
    const refused = await beginEntry(author, campaign, { title: '一课', files }, 'teachingCase')
    expect(faultsOf(refused).map(({ message }) => message)).toEqual([
      '附件：至多 1 个文件',
      '只能是 docx、pdf 文件',
    ])
    const entry = await beginEntry(author, campaign, { title: '一课' }, 'teachingCase')
    expect((await read(author, entry)).data.fileRules).toEqual({
      blind: true,
      fileFormats: 'pdf、docx',
      mostFiles: 1,
      fileMaxMB: null,
    })
    expect((await write(author, entry, { files: files.slice(0, 1) })).status).toBe(400)
    expect((await write(author, entry, { files: files.slice(1) })).status).toBe(200)
  })

  it('a notice that wants them without names takes no format of which no such copy can be made', async () => {
    const zip = { collects: 'researchProject', fileFormats: 'zip、docx、rar' }
    await expect(openNotice(p.area, zip)).rejects.toThrow('用顿号隔开')
    const named = await openNotice(p.area, { ...zip, fileFormats: 'zip、docx', blind: false })
    expect((await handedIn(region, author, await openNotice(p.area))).status).toBe(200)
    const entry = await beginEntry(author, named, { files: [await picture(region, author)] })
    expect(faultsOf(entry)[0]?.message).toBe('只能是 docx、zip 文件')
    const blind = await openNotice(p.area, { ...zip, fileFormats: 'zip、docx', blind: true })
    const other = await beginEntry(author, blind, { files: [await picture(region, author)] })
    expect(faultsOf(other)[0]?.message).toBe('只能是 docx 文件')
  })
})
