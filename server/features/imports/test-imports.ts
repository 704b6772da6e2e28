import { join } from 'node:path'
import { importingOf } from '../../app/importing.ts'
import { multipart } from '../../app/testing/test-values.ts'
import { testKeys, type Person, type Region } from '../../app/testing/test-region.ts'
import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { checkDigit } from '../../../catalogue/kinds/id-card.ts'
import { sampleTeacher } from '../../../catalogue/imports/test-teacher.ts'
import { importNamed } from '../../../catalogue/imports/imports.ts'
import { runChecks, runWrites } from '../../engine/imports/index.ts'
import { fileStore } from '../../platform/storage/file-store.ts'
import { accountsBy } from '../users/index.ts'

const never = new AbortController().signal

/** The work beside the requests, done when a test says so. */
export function gateOf({ db, engine, folder }: Pick<Region, 'db' | 'engine' | 'folder'>) {
  const accounts = accountsBy({
    config: { separateDuties: false },
    db,
    keys: testKeys,
    engine,
    sms: { send: async () => {} },
    notify: async () => {},
    passwords: { hash: async () => '' },
  } as unknown as Parameters<typeof accountsBy>[0])
  const importing = importingOf(
    { db, engine, fileStores: { imports: fileStore(join(folder, 'imports')) } },
    accounts,
  )
  return {
    importing,
    check: async () => {
      while (await runChecks(importing, never)) continue
    },
    write: async () => {
      while (await runWrites(importing, never)) continue
    },
  }
}

export const definitionNamed = (name: string): ImportDefinition => {
  const found = importNamed(name)
  if (!found) throw new Error(`no import ${name}`)
  return found
}

/** A file of comma-separated values with the heads of a kind. */
export function csvOf(
  definition: ImportDefinition,
  rows: readonly Readonly<Record<string, string>>[],
): Buffer {
  const used = definition.columns.filter(
    ({ key, required }) => required === 'yes' || rows.some((row) => (row[key] ?? '') !== ''),
  )
  const lines = [
    used.map(({ head, required }) => (required === 'yes' ? `${head}*` : head)),
    ...rows.map((row) => used.map(({ key }) => row[key] ?? '')),
  ]
  return Buffer.from(`${lines.map((cells) => cells.join(',')).join('\n')}\n`)
}

/** Brings a file; answers its status and what was said. */
export async function bring(
  region: Region,
  who: Person,
  {
    type,
    mode = 'upsert',
    content,
    name = '教师.csv',
  }: { type: string; mode?: string; content: Buffer; name?: string },
): Promise<{ status: number; id: number; msg: string }> {
  const { payload, headers } = multipart(name, 'text/csv', content, { type, mode })
  const response = await region.app.inject({
    method: 'POST',
    url: '/api/v1/import/file',
    headers: { ...headers, token: who.token },
    payload,
  })
  const body = response.json<{ msg: string; data: { id?: number } | null }>()
  return { status: response.statusCode, id: body.data?.id ?? 0, msg: body.msg }
}

export const viewOf = async (who: Person, id: number): Promise<ImportView> =>
  (await who.get<ImportView>(`/api/v1/import/history?id=${id}`)).data

let count = 0
/** The cells of a teacher who can be imported; each call has a number and a phone of its own. */
export function teacherRow(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  count += 1
  const born = new Date(Date.UTC(1980, 0, 1) + Math.floor(count / 500) * 86_400_000)
    .toISOString()
    .slice(0, 10)
  const first = `449999${born.replaceAll('-', '')}${String((count % 500) * 2 + 1).padStart(3, '0')}`
  return {
    ...sampleTeacher,
    idCardNo: first + checkDigit(first),
    mobile: `138${String(10_000_000 + count)}`,
    staffNo: `T${count}`,
    qualificationNo: `200844999${'2'}${String(1_000_000 + count)}`,
    ...more,
  }
}
