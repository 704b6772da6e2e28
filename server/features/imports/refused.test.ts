import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountRowsAnswer } from '../../../catalogue/contract/administration/office-accounts.ts'
import type { InstitutionRowsAnswer } from '../../../catalogue/contract/administration/institutions.ts'
import type { ImportRow } from '../../../catalogue/contract/administration/imports.ts'
import { checkDigit } from '../../../catalogue/kinds/id-card.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { bring, csvOf, definitionNamed, gateOf, teacherRow, viewOf } from './test-imports.ts'

let region: Region
let gate: ReturnType<typeof gateOf>
const url = '/api/v1/import'
const trap = '拒收'
beforeAll(async () => {
  region = await testRegion('imports_refused')
  gate = gateOf(region)
  const owner = openDatabase({ url: region.ownerUrl, max: 1, statementTimeout: 60_000 })
  // What no judge knows of: the database refuses some names with states of other classes each, on the way in
  // and out.
  await owner.execute(sql`
    create function refuse_trap() returns trigger language plpgsql as $$
    declare kept record;
    begin
      if tg_op = 'DELETE' then kept := old; else kept := new; end if;
      if tg_op = 'DELETE' and kept.name = '留下' or tg_op = 'INSERT' and kept.name = '拒收' then
        raise exception using errcode = '22008', message = 'out of range';
      elsif tg_op = 'INSERT' and kept.name = '断线' then
        raise exception using errcode = '57P01', message = 'shutting down';
      end if;
      return kept;
    end $$`)
  for (const table of ['person', 'institution'])
    await owner.execute(sql`
      create trigger refuse_trap before insert or delete on ${sql.id(table)}
      for each row execute function refuse_trap()`)
  await owner.close()
})
afterAll(() => region.close())

async function checked(content: Buffer, name = '教师.csv') {
  const { school } = region.people
  const { id, msg } = await bring(region, school, { type: 'teacher', content, name })
  expect(msg).toBe('ok')
  await gate.check()
  return viewOf(school, id)
}

async function started(content: Buffer) {
  const { school } = region.people
  const view = await checked(content)
  const answer = await school.post(`${url}/start`, { id: view.id, token: view.token, skip_errors: true })
  expect(answer.msg, JSON.stringify(view.errors)).toBe('ok')
  await gate.write()
  return viewOf(school, view.id)
}

const rowsOf = async (id: number, query: string) =>
  (await region.people.school.get<{ list: ImportRow[] }>(`${url}/${id}/rows?pageSize=100&${query}`)).data.list
const manyWith = (count: number, at: number, more: Readonly<Record<string, string>>) =>
  csvOf(
    definitionNamed('teacher'),
    Array.from({ length: count }, (_, place) => teacherRow(place === at ? more : {})),
  )

describe('a row that the database refuses', () => {
  it('fails alone, by number and reason; the others are written', async () => {
    const view = await started(manyWith(700, 598, { name: trap }))
    expect(view).toMatchObject({ importStatus: '6', successRows: 699, errorRows: 1, failure: null })
    expect((await rowsOf(view.id, 'written=failed')).map(({ row, reason }) => [row, reason])).toEqual([
      [600, '有一项的值平台存不下，请核对日期、号码和数字'],
    ])
    const { n } = await region.db.one<{ n: number }>(sql`
      select count(*)::int as n from membership where cause = ${`import:${view.id}`}`)
    expect(n).toBe(699)
  })

  it('stays alone when the import is taken back', async () => {
    const { school } = region.people
    const view = await started(manyWith(3, 1, { name: '留下' }))
    expect((await school.post(`${url}/${view.id}/undo`, {})).msg).toBe('ok')
    await gate.write()
    expect(await viewOf(school, view.id)).toMatchObject({ undone: 2, kept: 1 })
    expect((await rowsOf(view.id, 'written=kept')).map(({ row, reason }) => [row, reason])).toEqual([
      [3, '有一项的值平台存不下，请核对日期、号码和数字'],
    ])
  })

  it('is told from a connection that is lost: the task waits and goes on', async () => {
    const { school } = region.people
    const view = await checked(manyWith(2, 1, { name: '断线' }))
    await school.post(`${url}/start`, { id: view.id, token: view.token })
    await expect(gate.write()).rejects.toThrow()
    expect(await viewOf(school, view.id)).toMatchObject({ importStatus: '4', successRows: 0, errorRows: 0 })
    await school.post(`${url}/${view.id}/cancel`, {})
  })
})

describe('a table that is written whole or not at all', () => {
  const said = [[], ['有一项的值平台存不下，请核对日期、号码和数字'], []]
  it('of accounts names the row', async () => {
    const rows = ['甲', trap, '丙'].map((name, at) => ({ name, loginName: `trap_${at}` }))
    const { data } = await region.people.school.post<AccountRowsAnswer>('/api/v1/accountManage/many', {
      check: false,
      rows,
    })
    expect(data.rows.map(({ faults }) => faults.map(({ message }) => message))).toEqual(said)
  })
  it('of institutions names the row', async () => {
    const { area } = region.people
    const rows = ['甲村小学', trap, '丙村小学'].map((name) => ({
      name,
      schoolType: '211',
      areaCode: '441702',
    }))
    const { data } = await area.post<InstitutionRowsAnswer>('/api/v1/institutionManage/many', {
      parentId: region.places.district,
      kind: '40',
      check: false,
      rows,
    })
    expect(data.added).toBe(0)
    expect(data.rows.map(({ faults }) => faults.map(({ message }) => message))).toEqual(said)
  })
})

describe('a day that is not', () => {
  const first = '44999919900230123'
  it('is a fault of its row in the check, in row 600 of 700 as well', async () => {
    const view = await checked(manyWith(700, 598, { idCardNo: first + checkDigit(first) }))
    expect(view.counts).toMatchObject({ new: 699, error: 1 })
    expect(view.errors.map(({ row, code, message }) => [row, code, message])).toEqual([
      [600, 'E103', '证件号里的出生日期不存在'],
    ])
  })

  it('leaves the other two of a file of three to be imported', async () => {
    const content = await readFile(join(import.meta.dirname, 'test-files/feb30.csv'))
    const view = await started(content)
    expect(view).toMatchObject({ importStatus: '6', successRows: 2, errorRows: 1, failure: null })
    expect(view.errors.map(({ row, message }) => [row, message])).toEqual([[3, '证件号里的出生日期不存在']])
  })
})
