import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { ImportView } from '../../../catalogue/contract/administration/imports.ts'
import { clearPortals, dataFolder, startPortal, type Portal } from '../../app/testing/test-portal.ts'
import { writeWorkbook } from '../../platform/workbook/write.ts'
import { definitionNamed, teacherRow } from './test-imports.ts'

let portal: Portal
beforeAll(async () => {
  if (everything) portal = await startPortal(await dataFolder())
})
afterAll(clearPortals)

type Rows = readonly Readonly<Record<string, string>>[]

interface Caller {
  readonly ask: <T>(method: string, path: string, body?: unknown) => Promise<T>
  readonly bring: (type: string, rows: Rows) => Promise<ImportView>
}

async function send<T>(method: string, path: string, token: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData
  const response = await fetch(portal.url + path, {
    method,
    headers: {
      ...(token && { token }),
      ...(!form && body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  })
  const {
    error_code: code,
    msg,
    data,
  } = (await response.json()) as { error_code: number; msg: string; data: T }
  if (code !== 0) throw new Error(`${method} ${path}: ${msg}`)
  return data
}

/** A workbook with the heads of a kind, as the portal's own template has them. */
async function workbookOf(type: string, rows: Rows): Promise<Uint8Array<ArrayBuffer>> {
  const { sheet, columns } = definitionNamed(type)
  async function* cells() {
    for (const row of rows) yield columns.map(({ key }) => row[key] ?? '')
  }
  const heads = columns.map(({ head, required }) => ({
    head: required === 'yes' ? `${head}*` : head,
    kind: 'text' as const,
  }))
  return new Uint8Array(await buffer(writeWorkbook([{ name: sheet, columns: heads, rows: cells() }])))
}

async function callerOf(account: string, password: string): Promise<Caller> {
  const { token } = await send<{ token: string }>('POST', '/api/v1/login', '', { account, password })
  const ask: Caller['ask'] = (method, path, body) => send(method, path, token, body)
  const view = (id: number) => ask<ImportView>('GET', `/api/v1/import/history?id=${id}`)
  const until = async (id: number, statuses: readonly string[]) => {
    await expect
      .poll(async () => (await view(id)).status, { timeout: 60_000, interval: 200 })
      .toSatisfy((status: string) => statuses.includes(status))
    return view(id)
  }
  return {
    ask,
    async bring(type, rows) {
      const form = new FormData()
      form.append('type', type)
      form.append('mode', 'insert')
      form.append('file', new Blob([await workbookOf(type, rows)]), `${type}.xlsx`)
      const { id } = await ask<{ id: number }>('POST', '/api/v1/import/file', form)
      const checked = await until(id, ['3', '7'])
      expect([checked.failure, checked.errors]).toEqual([null, []])
      await ask('POST', '/api/v1/import/start', { id, token: checked.token })
      return until(id, ['5', '6', '7'])
    },
  }
}

const chosen = 'Otter-7-kites'
async function begin(account: string, code: string): Promise<Caller> {
  const first = await callerOf(account, code)
  await first.ask('PUT', '/api/v1/user/resetPassword', { old_password: code, password: chosen })
  return callerOf(account, chosen)
}

const districts = ['江城区', '阳东区']
const codeOf = { 江城区: '441702', 阳东区: '441704' } as Readonly<Record<string, string>>
const schools = districts.flatMap((district, at) =>
  [1, 2, 3].map((no) => ({ name: `${district}第${no}小学`, district, code: `31440000${at}${no}` })),
)

it.runIf(everything)('a region comes in through three workbooks, and its counts add up', async () => {
  const admin = await begin('admin', /^ {2}(\S{12})$/m.exec(portal.said())?.[1] ?? '')
  const root = await admin.ask<{ version: number }>('PUT', '/api/v1/institutionManage/1/level', {
    version: 1,
    kind: '20',
  })
  await admin.ask('PUT', '/api/v1/institutionManage/1/name', {
    version: root.version,
    name: '阳江市教育局',
    code: '441700',
    from: '2026-01-01',
  })
  const second = await admin.ask<{ password: string }>('POST', '/api/v1/userManage', {
    name: '沈砚',
    loginName: 'second',
    idNo: null,
    mobile: null,
    role: 1,
    institutionId: 1,
  })

  const institutions = await admin.bring('school', [
    ...districts.map((name) => ({
      code: codeOf[name] ?? '',
      name: `${name}教育局`,
      kind: '县区教育行政部门',
      parent: '阳江市教育局',
      areaCode: codeOf[name] ?? '',
    })),
    ...schools.map(({ name, district, code }) => ({
      code,
      name,
      parent: `${district}教育局`,
      schoolType: '小学',
    })),
  ])
  expect(institutions).toMatchObject({ importStatus: '5', successRows: 8 })

  const accounts = await admin.bring('user', [
    { loginName: 'cityoffice', name: '市开通人', role: '市', orgCode: '441700' },
    ...schools.map(({ code }) => ({
      loginName: `school${code}`,
      name: '校开通人',
      role: '学校',
      orgCode: code,
    })),
  ])
  expect(accounts).toMatchObject({ importStatus: '5', successRows: 7 })
  const confirmer = await begin('second', second.password)
  const asked = await confirmer.ask<{ list: { id: number }[] }>('GET', '/api/v1/userManage/requests')
  await confirmer.ask('POST', `/api/v1/userManage/requests/${asked.list[0]?.id}/confirm`, {})
  const people = await admin.ask<{ list: { id: number }[] }>('GET', '/api/v1/userManage?q=cityoffice')
  const code = await admin.ask<{ password: string }>(
    'PUT',
    `/api/v1/userManage/${people.list[0]?.id}/resetPassword`,
    {},
  )

  const city = await begin('cityoffice', code.password)
  const rows = schools.flatMap(({ code: orgCode }) =>
    Array.from({ length: 5 }, (_, at) =>
      teacherRow({ orgCode, mainSubject: at % 2 === 0 ? '语文' : '数学' }),
    ),
  )
  const teachers = await city.bring('teacher', rows)
  expect(teachers).toMatchObject({ importStatus: '5', successRows: 30 })
  const total = async (query: string) =>
    (await city.ask<{ total: number }>('GET', `/api/v1/teacher?${query}`)).total
  expect(await total('')).toBe(30)
  const found = await city.ask<{ list: { id: number; name: string }[] }>(
    'GET',
    '/api/v1/institutionManage?pageSize=50',
  )
  const bySchool = await Promise.all(
    found.list.filter(({ name }) => name.endsWith('小学')).map(({ id }) => total(`institutionId=${id}`)),
  )
  expect(bySchool).toEqual([5, 5, 5, 5, 5, 5])
})
