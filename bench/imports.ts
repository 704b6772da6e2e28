import { chmodSync, createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { importNamed } from '../catalogue/imports/imports.ts'
import { checkDigit } from '../catalogue/kinds/id-card.ts'
import { buildEngine } from '../server/app/engine.ts'
import { importingOf } from '../server/app/importing.ts'
import { buildPlaces } from '../server/app/testing/test-places.ts'
import {
  beginImport,
  runChecks,
  runWrites,
  startImport,
  type Subject,
} from '../server/engine/imports/index.ts'
import { actorsOf } from '../server/engine/access/index.ts'
import { keysFrom } from '../server/platform/crypto/keys.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { sql } from '../server/platform/db/sql.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { fileStore } from '../server/platform/storage/file-store.ts'
import { writeWorkbook } from '../server/platform/workbook/write.ts'
import { createLog } from '../server/platform/log/log.ts'

/**
 * A region's teachers from one file of 51 columns: check with dry run, writing, and the same file a second
 * time; one in a hundred rows is faulty. Beside it a list of the roll is asked without pause, so that its
 * slowest answers are known.
 */
const many = Number(process.env['BENCH_ROWS'] ?? 100_000)
const each = Math.max(1, Math.floor(many / 1000))
const definition = importNamed('teacher')
if (!definition) throw new Error('teacher')

/** A hundred teachers each. */
const schools = Math.max(1, Math.floor(many / 100))
const codeOf = (school: number): string => `31${String(44_000_000 + school)}`

const surnames = '王李张刘陈杨赵黄周吴'
const given = '春芳如玉一石明岚疏影以宁'

function cellsOf(row: number): Record<string, string> {
  const born = new Date(Date.UTC(1965 + (row % 35), row % 12, 1 + (row % 27))).toISOString().slice(0, 10)
  const first = `44999${row % 10}${born.replaceAll('-', '')}${String(Math.floor(row / 10_000) % 100).padStart(2, '0')}1`
  const unique = `44${String(Math.floor(row / 945) % 10_000).padStart(4, '0')}${first.slice(6, 14)}${String((row * 2 + 1) % 1000).padStart(3, '0')}`
  return {
    name: `${surnames[row % 10]}${given[row % 12]}${given[(row * 7) % 12]}`,
    idCardNo: unique + checkDigit(unique),
    ethnicity: row % each === 1 ? '汉汉' : '汉族',
    politicalStatus: '群众',
    mobile: `1${3 + (row % 7)}${String(100_000_000 + row)}`,
    orgCode: codeOf(row % schools),
    staffNo: `B${row}`,
    staffCategory: '专任教师',
    inEstablishment: '是',
    contractKind: '聘用合同',
    teacherSource: '系统内调入',
    workStartMonth: '2021-09',
    teachStartMonth: '2021-09',
    orgEntryMonth: '2022-09',
    schoolStage: '小学',
    mainSubject: '语文',
    positionCategory: '教师岗位',
    positionGrade: '专业技术十级',
    appointMonth: '2022-09',
    professionalTitle: '一级教师',
    titleAppointMonth: '2022-12',
    highestEducation: '大学本科毕业',
    highestEducationSchool: '某师范大学',
    highestEducationMajor: '汉语言文学',
    highestEducationEnd: '2021-06',
    highestDegreeLevel: '学士',
    highestDegree: '文学学士学位',
    isNormalGraduate: '是',
    qualificationKind: '小学教师资格',
    qualificationNo: `202144999${'2'}${String(1_000_000 + row)}`,
    putonghuaLevel: '二级甲等',
  }
}

const format = process.env['BENCH_FORMAT'] === 'xlsx' ? 'xlsx' : 'csv'

async function* workbookRows(): AsyncGenerator<string[]> {
  for (let row = 0; row < many; row += 1) {
    const cells = cellsOf(row)
    yield definition?.columns.map(({ key }) => cells[key] ?? '') ?? []
  }
}

async function writeWorkbookFile(path: string): Promise<void> {
  const columns = definition?.columns.map(({ head }) => ({ head, kind: 'text' as const })) ?? []
  const sheet = { name: definition?.sheet ?? '', columns, rows: workbookRows() }
  await pipeline(writeWorkbook([sheet]), createWriteStream(path))
}

async function writeFile(path: string): Promise<void> {
  if (format === 'xlsx') return writeWorkbookFile(path)
  const out = createWriteStream(path)
  out.write(`${definition?.columns.map(({ head }) => head).join(',')}\n`)
  for (let row = 0; row < many; row += 1) {
    const cells = cellsOf(row)
    const line = `${definition?.columns.map(({ key }) => cells[key] ?? '').join(',')}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

const folder = mkdtempSync(join(tmpdir(), 'xingtan-import-'))
// PostgreSQL runs as another account, and would otherwise keep its cluster where nobody removes it.
chmodSync(folder, 0o711)
const database = await startEmbedded(folder, createLog('warn'))
await migrate(database.ownerUrl, 'server/migrations')
const db = openDatabase({ url: database.appUrl, max: 4 })
const engine = buildEngine(db, db, keysFrom(Buffer.alloc(32, 9)))
const imports = fileStore(join(folder, 'imports'))
const nobody: Subject = { compare: async () => [], write: async () => [], undo: async () => null }
const first = {
  isThere: async () => false,
  taken: async () => [],
  open: async () => 0,
  forget: async () => true,
}
const importing = importingOf({ db, engine, fileStores: { imports } }, { subject: nobody, first })
const never = new AbortController().signal

let most = 0
const memory = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 200)
const waits: number[] = []
let asking = true
async function askBeside(): Promise<void> {
  while (asking) {
    const began = performance.now()
    await db.query(sql`select id, name from teacher where city_id = 2 order by name_sort, id limit 20`)
    waits.push(performance.now() - began)
    await new Promise((go) => setTimeout(go, 20))
  }
}

async function timed(label: string, work: () => Promise<unknown>): Promise<void> {
  most = 0
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`${label}: ${seconds.toFixed(1)} s, RSS at most ${Math.round(most / 2 ** 20)} MB`)
}

try {
  const places = await buildPlaces(db)
  const person = await db.one<{ id: number }>(sql`insert into person (name) values ('市员') returning id`)
  await db.execute(
    sql`insert into identity (person_id, role, institution_id) values (${person.id}, 5, ${places.city})`,
  )
  await db.execute(sql`
    insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
    select ${places.district}::int, 'school', ${places.province}::int, ${places.city}::int, ${places.district}::int,
      x.code, x.name, '40', '441702'
    from jsonb_to_recordset(${sql.json(
      Array.from({ length: schools }, (_, school) => ({
        code: codeOf(school),
        name: `第 ${school + 1} 小学`,
      })),
    )}) as x(code text, name text)`)
  const [actor] = await actorsOf(db, person.id)
  if (!actor) throw new Error('actor')
  const source = join(folder, `source.${format}`)
  await writeFile(source)
  console.log(
    `${many} rows × ${definition.columns.length}, ${Math.round(statSync(source).size / 2 ** 20)} MB`,
  )
  const bring = async (): Promise<number> => {
    const { key } = await imports.write(createReadStream(source))
    return beginImport(db, actor, {
      definition,
      mode: 'upsert',
      fileKey: key,
      fileName: `source.${format}`,
      bytes: statSync(source).size,
    })
  }
  const told = async (id: number) =>
    console.log(
      JSON.stringify(await db.one(sql`select status, counts, failure from import_job where id = ${id}`)),
    )
  const beside = askBeside()
  const first = await bring()
  await timed('check and dry run', () => runChecks(importing, never))
  await told(first)
  await startImport(db, actor, { id: first, token: undefined, skipFaulty: true })
  await timed('writing', async () => {
    while (await runWrites(importing, never)) continue
  })
  await told(first)
  const second = await bring()
  await timed('the same file again', () => runChecks(importing, never))
  await told(second)
  asking = false
  await beside
  waits.sort((a, b) => a - b)
  const at = (part: number) => (waits[Math.floor(waits.length * part)] ?? 0).toFixed(0)
  console.log(`a list beside it (${waits.length} times): median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
} finally {
  clearInterval(memory)
  asking = false
  await db.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
