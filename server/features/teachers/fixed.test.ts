import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RecordPage, RecordView } from '../../../catalogue/contract/archive/records.ts'
import type { LogLine } from '../../../catalogue/contract/administration/audit-log.ts'
import { idNumber, testRegion, type Region } from '../../app/testing/test-region.ts'
import { study } from '../../app/testing/test-values.ts'
import { basic, join } from '../joining/test-joining.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('teachers-fixed')
})
afterAll(() => region.close())

const url = '/api/v1/researcher'
const nameOf = async (place: number) =>
  (await region.db.one<{ name: string }>(sql`select name from institution where id = ${place}`)).name
const researcher = {
  teamKind: '1',
  schoolStage: '4',
  subject: '13',
  startDate: '2020-09-01',
  isFullTime: true,
}

describe('/api/v1/researcher', () => {
  it('lists, adds, changes, shows and takes out, as the record calls of its type do', async () => {
    const { school, area, otherArea, teacher } = region.people
    const made = await school.post(url, { ...researcher, ownerId: teacher.teacherId })
    expect(made.msg).toBe('ok')
    const one = `${url}/${made.data.id}`
    expect((await area.get<RecordView>(one)).data.effective).toMatchObject({ subject: '13' })
    expect((await area.get<RecordPage>(`${url}?subject=13&keyword=`)).data.list).toHaveLength(1)
    expect((await otherArea.get<RecordPage>(url)).data.list).toEqual([])
    expect((await otherArea.get(one)).status).toBe(404)
    expect((await school.put(one, { ...researcher, isFullTime: false, version: 1 })).msg).toBe('ok')
    expect((await otherArea.del(one)).status).toBe(404)
    expect((await area.get(`${url}?colour=1`)).data).toMatchObject({ errors: [{ field: 'colour' }] })
    expect((await teacher.get(url)).status).toBe(403)
  })
})

describe('/api/v1/teacher/{id}', () => {
  const add = async (name: string) => {
    const person = await region.add(2, region.places.school, name)
    await basic(person, region.people.school, { name, idCardNo: idNumber('1980-05-17', true) })
    return person
  }

  it('shows and changes the basic information by the number of the teacher, within the scope', async () => {
    const { school, area, otherArea, admin } = region.people
    const person = await add('定号甲')
    const one = `/api/v1/teacher/${person.teacherId}`
    const seen = await area.get<RecordView>(one)
    expect(seen.data.effective).toMatchObject({ name: '定号甲' })
    expect(
      (
        await school.put(one, {
          inEstablishment: true,
          employForm: null,
          contractKind: '1',
          version: seen.data.version,
        })
      ).msg,
    ).toBe('ok')
    expect((await school.get<RecordView>(one)).data.effective).toMatchObject({ contractKind: '1' })
    for (const who of [otherArea, region.people.otherSchool]) expect((await who.get(one)).status).toBe(404)
    expect((await region.people.otherSchool.put(one, { contractKind: '1' })).status).toBe(404)
    expect((await admin.get(one)).status).toBe(403)
    const bare = await region.add(2, region.places.school, '没有信息')
    expect((await school.get(`/api/v1/teacher/${bare.teacherId}`)).msg).toBe('该教师尚未登记基本信息')
  })

  it('leads from a number that was joined into another one', async () => {
    const [kept, joined] = [await region.add(2, region.places.school, '并甲'), await add('并甲')]
    expect((await join(region.people.area, kept, joined)).msg).toBe('ok')
    const seen = await region.people.school.get<RecordView>(`/api/v1/teacher/${joined.teacherId}`)
    expect([seen.status, seen.data.ownerId]).toEqual([200, kept.teacherId])
  })

  it('a school deletes whom it registered by mistake, and nobody who has a life on the portal', async () => {
    const { school, otherSchool, area } = region.people
    const wrong = await add('录错甲')
    const one = `/api/v1/teacher/${wrong.teacherId}`
    expect((await otherSchool.del(one)).status).toBe(404)
    expect((await area.del(one)).status).toBe(403)
    // Somebody who signed in once has a session at least: it is refused in words, and nothing is half.
    expect((await school.del(one)).msg).toMatch(/已有办理记录，不能删除/)
    await region.db.execute(sql`delete from session where identity_id = ${wrong.identityId}`)
    // What was just written is told in the meantime; a message that comes between is refused like the
    // session.
    await vi.waitFor(async () => expect((await school.del(one)).msg).toBe('ok'), { timeout: 10_000 })
    const left = await region.db.query(sql`select 1 from person where id = ${wrong.personId}`)
    expect(left).toEqual([])
    // The log goes on naming whom its lines are about, and finds the lines by that name.
    const lines = await region.people.admin.get<{ list: LogLine[] }>(
      `/api/v1/log?person=${encodeURIComponent('录错甲')}`,
    )
    expect(
      lines.data.list.map(({ action, person }) => [action, person?.name, person?.institution]),
    ).toContainEqual(['teacher.removed', '录错甲（已移出）', await nameOf(region.places.school)])
    const used = await add('录错乙')
    await used.post('/api/v1/records/studyExperience', { ...study })
    expect((await school.del(`/api/v1/teacher/${used.teacherId}`)).msg).toMatch(
      /档案里已有其他记录，不能删除/,
    )
    const came = await add('录错丙')
    await region.db.execute(sql`update person set last_login_at = now() where id = ${came.personId}`)
    expect((await school.del(`/api/v1/teacher/${came.teacherId}`)).msg).toMatch(/本人已登录过/)
  })

  it('gives a one-time password to a teacher of the own keeping, and to nobody else', async () => {
    const { school, otherSchool, teacher } = region.people
    const person = await add('换密码')
    const at = `/api/v1/teacher/${person.teacherId}/resetPassword`
    const given = await school.post<{ list: { password: string | null; sentTo: string | null }[] }>(at, {})
    expect(given.data.list).toHaveLength(1)
    expect((await otherSchool.post(at, {})).status).toBe(404)
    expect((await teacher.post(at, {})).status).toBe(403)
  })
})
