import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  takenOf,
  type FileRoom,
  type OwnFile,
  type SchoolRoom,
  type TeacherRoom,
} from '../../../catalogue/contract/file-quota.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'
import { begin, send } from '../../app/testing/tus-sender.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'
import { sql } from '../../platform/db/sql.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte
let region: Region
let url: string
beforeAll(async () => {
  region = await testRegion('file quota')
  url = await region.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  region.app.server.closeAllConnections()
  await region.close()
})

async function upload(who: Person, content: Buffer, name = '课.mp4') {
  const { payload, headers } = multipart(name, 'video/mp4', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: who.token },
  })
  const { msg, data } = answer.json<{ msg: string; data: { id: string } | null }>()
  return { status: answer.statusCode, msg, id: data?.id ?? '', answer: answer.json<object>() }
}
const roomOf = async (who: Person) => (await who.get<FileRoom>('/api/v1/fileQuota')).data
const stored = async () =>
  (
    await readdir(join(region.folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((one) => one.isFile()).length
const film = (letter: string) => testFilm({ chunks: [Buffer.alloc(100_000, letter)] })

describe('equal files', () => {
  it('of two schools are stored once and count for both; nobody is told that somebody has the file', async () => {
    const { school, otherSchool, teacher } = region.people
    const content = film('a')
    const [first, other] = [await upload(school, content), await upload(otherSchool, content)]
    expect(await stored()).toBe(1)
    const bare = ({ answer }: typeof first) => JSON.stringify(answer).replace(/[0-9a-f-]{36}/, 'id')
    expect(bare(other)).toBe(bare(first))
    expect(await roomOf(school)).toMatchObject({
      school: { used: content.length, granted: 200 * gigabyte },
      own: null,
    })
    expect((await roomOf(otherSchool)).school.used).toBe(content.length)
    // Within a school they count once, and for the teacher, too.
    await upload(teacher, content)
    expect(await roomOf(teacher)).toMatchObject({
      school: { used: content.length },
      own: { used: content.length, granted: 5 * gigabyte },
    })
    expect(await stored()).toBe(1)
    // Each owner's file is a file of its own.
    expect((await school.get(`/api/v1/upload/file?key=${other.id}`)).status).toBe(404)
    expect((await otherSchool.del(`/api/v1/fileQuota/files/${other.id}`)).status).toBe(200)
    expect((await school.get(`/api/v1/upload/file?key=${first.id}`)).status).toBe(200)
    expect(await stored()).toBe(1)
  })

  it('whose bytes were lost are whole again when somebody sends them', async () => {
    const { cityTeacher, southTeacher } = region.people
    const content = film('l')
    const { id } = await upload(cityTeacher, content)
    await region.db.execute(sql`update file set storage_key = 'lost' where id = ${id}::uuid`)
    const again = await upload(southTeacher, content)
    const keys = await region.db.query<{ storage_key: string }>(
      sql`select distinct storage_key from file where id in (${id}::uuid, ${again.id}::uuid)`,
    )
    expect(keys).toHaveLength(1)
    expect(keys[0]?.storage_key).not.toBe('lost')
  })
})

describe('room for files', () => {
  it('that an upload would overfill is refused before anything is sent, saying who raises it; unfinished ones count', async () => {
    const { siblingSchool, area } = region.people
    const line = { url: () => url, token: siblingSchool.token }
    const raise = (who: Person, gigabytes: unknown) =>
      who.put(`/api/v1/fileQuota/school/${siblingSchool.institutionId}`, { gigabytes })
    expect((await raise(area, 1)).status).toBe(200)
    const large = (bytes: number) => ({ name: '课.mp4', bytes, slice: () => new Uint8Array() })
    const paths = [await begin(line, large(400 * megabyte)), await begin(line, large(400 * megabyte))]
    expect((await roomOf(siblingSchool)).school).toEqual({ used: 800 * megabyte, granted: gigabyte })
    await expect(begin(line, large(400 * megabyte))).rejects.toThrow(
      /not begun: 507 .*学校的文件空间放不下该文件（已用 800 MB，共 1 GB）。请联系.+调高/,
    )
    expect((await raise(area, 2)).status).toBe(200)
    paths.push(await begin(line, large(400 * megabyte)))
    for (const path of paths) await send(line, { method: 'DELETE', path })
    expect((await roomOf(siblingSchool)).school.used).toBe(0)
  })

  it('of a teacher is five gigabytes; the refusal says what to do', async () => {
    const { colleague } = region.people
    await region.db.execute(sql`
      insert into resumable_upload (id, identity_id, name, bytes)
      values (gen_random_uuid(), ${colleague.identityId}, 'x', ${5 * gigabyte - 1000}::bigint)`)
    expect(await upload(colleague, film('t'))).toMatchObject({
      status: 507,
      msg: '您的文件空间放不下该文件（已用 5 GB，共 5 GB）。请在“我的资源”里删除不用的文件，或请学校调高',
    })
    expect(takenOf((await roomOf(colleague)).own ?? { used: 0, granted: 1 })).toBe(99)
  })

  it('of a school is changed by the office right above it and by the administrator, and by nobody else', async () => {
    const { school, otherSchool, citySchool, area, otherArea, city, province, admin, teacher } = region.people
    const raise = async (who: Person, at: Person, gigabytes: unknown = 300) =>
      (await who.put(`/api/v1/fileQuota/school/${at.institutionId}`, { gigabytes })).status
    for (const who of [school, teacher]) expect(await raise(who, school)).toBe(403)
    for (const who of [otherArea, city, province]) expect(await raise(who, school)).toBe(404)
    expect(await raise(area, otherSchool)).toBe(404)
    expect([await raise(city, citySchool), await raise(admin, school, 250)]).toEqual([200, 200])
    expect((await roomOf(school)).school.granted).toBe(250 * gigabyte)
    for (const wrong of [0, 1.5, '多', 100_001])
      expect(await raise(area, school, wrong), String(wrong)).toBe(400)
    // An office is no school.
    expect(await raise(province, city)).toBe(404)
    const { data } = await area.get<{ list: SchoolRoom[] }>('/api/v1/fileQuota/schools')
    expect(data.list.find(({ id }) => id === school.institutionId)?.granted).toBe(250 * gigabyte)
    expect(data.list.some(({ id }) => id === otherSchool.institutionId)).toBe(false)
  })

  it('of one teacher is raised by the own school with a reason, which stands beside it and in the audit', async () => {
    const { school, siblingSchool, area, colleague: teacher } = region.people
    const raise = (who: Person, body: object) =>
      who.put(`/api/v1/fileQuota/teachers/${teacher.identityId}`, body)
    const more = { gigabytes: 20, reason: '录制精品课' }
    expect([(await raise(siblingSchool, more)).status, (await raise(area, more)).status]).toEqual([404, 403])
    expect((await raise(teacher, more)).status).toBe(403)
    expect((await raise(school, { gigabytes: 20 })).msg).toBe('请填写原因')
    expect((await raise(school, { ...more, gigabytes: 0 })).msg).toBe('空间至少 1 GB')
    expect((await raise(school, more)).status).toBe(200)
    expect((await roomOf(teacher)).own?.granted).toBe(20 * gigabyte)
    const { data } = await school.get<{ list: TeacherRoom[] }>('/api/v1/fileQuota/teachers?pageSize=100')
    expect(data.list.find(({ id }) => id === teacher.identityId)).toMatchObject({
      granted: 20 * gigabyte,
      reason: '录制精品课',
    })
    const used = data.list.map((one) => one.used)
    expect(used).toEqual(used.toSorted((a, b) => b - a))
    expect(
      (await siblingSchool.get<{ list: TeacherRoom[] }>('/api/v1/fileQuota/teachers')).data.list,
    ).not.toContainEqual(expect.objectContaining({ id: teacher.identityId }))
    const noted = await region.db.one<{ facts: object }>(
      sql`select facts from audit where action = 'file.teacherQuota' order by id desc limit 1`,
    )
    expect(noted.facts).toMatchObject({ identity: teacher.identityId, gigabytes: 20, reason: '录制精品课' })
  })

  it('is given back by deleting own files that nothing uses', async () => {
    const { stranger, teacher } = region.people
    const [kept, unused] = [await upload(stranger, film('k')), await upload(stranger, film('u'))]
    await region.db.execute(
      sql`update person set image_file = ${kept.id}::uuid where id = ${stranger.personId}`,
    )
    const files = async () =>
      (await stranger.get<{ list: OwnFile[] }>('/api/v1/fileQuota/files')).data.list.map(({ id }) => id)
    expect((await files()).toSorted()).toEqual([kept.id, unused.id].toSorted())
    expect((await teacher.del(`/api/v1/fileQuota/files/${unused.id}`)).status).toBe(404)
    expect(await stranger.del(`/api/v1/fileQuota/files/${kept.id}`)).toMatchObject({
      status: 409,
      msg: '该文件还有地方在用（包括旧版和佐证），不能删除',
    })
    expect((await stranger.del(`/api/v1/fileQuota/files/${unused.id}`)).status).toBe(200)
    expect(await files()).toEqual([kept.id])
    expect((await roomOf(stranger)).own?.used).toBe(film('k').length)
  })
})
