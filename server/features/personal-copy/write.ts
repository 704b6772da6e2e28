import { Readable } from 'node:stream'
import { z } from 'zod'
import { roleEntry, isRole } from '../../../catalogue/access/roles.ts'
import {
  copiedArchive,
  type CopiedArchive,
  type CopiedSection,
  type CopiedTable,
} from '../../../catalogue/contract/account/personal-copy.ts'
import { momentCell } from '../../engine/exports/index.ts'
import { nameInZip, writeZip } from '../../platform/package/write-zip.ts'
import { writeWorkbook, type Cell, type Sheet } from '../../platform/workbook/write.ts'
import { accountOf } from './account-facts.ts'
import { isMoment } from './moments.ts'
import type { CopyNeeds } from './needs.ts'
import { pageOf } from './page.ts'
import { sectionsOf, type CopiedFile } from './sections.ts'
import { subjectOf, type CopySubject } from './subject.ts'
import { tableOf, tablesOf } from './tables.ts'
import { withheld } from './withheld.ts'

/** Most lines of readings in a copy. */
const mostReadings = 20_000

/** Who read the archive, and in which files of others it stood; by office and role, without names. */
async function readingsOf(needs: CopyNeeds, { personId, teacherIds }: CopySubject): Promise<CopiedTable> {
  const lines = teacherIds.length === 0 ? [] : await needs.readingsAbout(personId, teacherIds, mostReadings)
  return tableOf(
    {
      key: 'readings',
      title: '谁看过、导出过我的档案',
      columns: { at: '时间', office: '单位', role: '角色', how: '方式', what: '内容' },
    },
    lines.map(({ at, office, role, how, what }) => ({
      at,
      office,
      role: isRole(role) ? roleEntry(role).label : '',
      how: how === 'exported' ? '导出' : '查看',
      what,
    })),
  )
}

/** Everything that a copy tells, as one value, and the files that go along. */
async function archiveOf(needs: CopyNeeds, personId: number) {
  const { db, engine, fileStores } = needs
  const subject = await subjectOf(db, personId)
  const [{ sections, files }, account, readings] = await Promise.all([
    sectionsOf(engine, subject),
    accountOf(engine, subject),
    readingsOf(needs, subject),
  ])
  const all: { readonly file: CopiedFile; readonly isMissing: boolean }[] = []
  for (const file of [...account.files, ...files])
    all.push({ file, isMissing: (await fileStores.files.size(file.storageKey)) === null })
  const archive: CopiedArchive = {
    format: 'xingtan-personal-copy',
    version: 1,
    madeAt: new Date().toISOString(),
    name: subject.name,
    teacherNumbers: [...subject.teacherIds],
    sections: [...sections],
    tables: [account.table, ...(await tablesOf(db, subject)), readings],
    files: all.map(({ file: { storageKey: _key, ...file }, isMissing }) => ({ ...file, isMissing })),
    withheld: [...withheld],
  }
  return { archive, files: all.flatMap(({ file, isMissing }) => (isMissing ? [] : [file])) }
}

const cellOf = (value: unknown): Cell => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return value === null || value === undefined ? null : JSON.stringify(value)
  return isMoment(value) ? momentCell(value) : value
}

const sheetOf = (name: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Sheet => ({
  name,
  columns: heads.map((head) => ({ head, kind: 'text', width: Math.max(12, [...head].length * 2 + 4) })),
  rows: (async function* () {
    yield* rows
  })(),
})

/** A workbook for a type: what is in force in words, and every version with its values. */
function sectionBook({ fields, records }: CopiedSection): Readable {
  const inForce = records.filter((record) => record.inForce)
  const labels = fields.map(({ label }) => label)
  return writeWorkbook([
    sheetOf(
      '现行有效',
      [...labels, '附件'],
      inForce.map(({ words, attachments }) => [
        ...labels.map((label) => words[label] ?? null),
        attachments.join('\n'),
      ]),
    ),
    sheetOf(
      '全部版本',
      ['记录编号', '版本', '状态', '填写时间', '提交时间', '生效时间', ...labels],
      records.flatMap(({ id, revisions }) =>
        revisions.map((one) => [
          id,
          one.no,
          one.state,
          momentCell(one.madeAt),
          momentCell(one.submittedAt),
          momentCell(one.appliedAt),
          ...fields.map(({ key }) => cellOf(one.values[key])),
        ]),
      ),
    ),
    sheetOf(
      '办理记录',
      ['记录编号', '时间', '操作', '单位', '意见'],
      records.flatMap(({ id, events }) =>
        events.map(({ at, action, office, reason }) => [id, momentCell(at), action, office, reason]),
      ),
    ),
  ])
}

const tableBook = ({ title, columns, rows }: CopiedTable): Readable =>
  writeWorkbook([
    sheetOf(
      title,
      columns.map((column) => column.title),
      rows.map((row) => columns.map(({ key }) => cellOf(row[key]))),
    ),
  ])

const text = (content: string) => () => Promise.resolve(Readable.from([Buffer.from(content, 'utf8')]))

/**
 * The copy of a person as a zip: a page that opens without the portal, one JSON with its schema, a workbook for
 * each type and table, and the files.
 */
export async function writeCopy(needs: CopyNeeds, personId: number): Promise<Readable> {
  const { archive, files } = await archiveOf(needs, personId)
  const zip = writeZip()
  zip.add('index.html', text(pageOf(archive)))
  zip.add('archive.json', text(JSON.stringify(archive, null, 1)))
  zip.add('archive.schema.json', text(JSON.stringify(z.toJSONSchema(copiedArchive), null, 1)))
  for (const section of archive.sections)
    if (section.records.length > 0)
      zip.add(`表格/档案-${nameInZip(section.title)}.xlsx`, () => Promise.resolve(sectionBook(section)))
  for (const table of archive.tables)
    if (table.rows.length > 0)
      zip.add(`表格/${nameInZip(table.title)}.xlsx`, () => Promise.resolve(tableBook(table)))
  for (const { place, storageKey } of files) zip.add(place, () => needs.fileStores.files.read(storageKey))
  return zip.end()
}
