import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

/** Adds the institutions of the test region. */
export async function buildPlaces(db: Database) {
  const add = async (
    level: string,
    code: string,
    label: string,
    up: { p?: number; c?: number; d?: number; parent?: number },
  ) => {
    const row = await db.one<{ id: number }>(sql`
      insert into institution (parent_id, level, province_id, city_id, district_id, code, name, kind,
          area_code)
      values (${up.parent ?? null}, ${level}, ${up.p ?? null}, ${up.c ?? null}, ${up.d ?? null}, ${code},
          ${label}, '40', '441702')
      returning id`)
    const own = { province: 'province_id', city: 'city_id', district: 'district_id' }[level]
    if (own) await db.query(sql`update institution set ${sql.id(own)} = id where id = ${row.id}`)
    return row.id
  }
  const province = await add('province', 'P', '省教育厅', {})
  const city = await add('city', 'C', '市教育局', { p: province, parent: province })
  const otherCity = await add('city', 'C2', '邻市教育局', { p: province, parent: province })
  const district = await add('district', 'D1', '东区教育局', { p: province, c: city, parent: city })
  const otherDistrict = await add('district', 'D2', '西区教育局', { p: province, c: city, parent: city })
  const emptyDistrict = await add('district', 'D3', '南区教育局', { p: province, c: city, parent: city })
  const school = await add('school', 'S1', '东区一中', {
    p: province,
    c: city,
    d: district,
    parent: district,
  })
  const sibling = await add('school', 'S2', '东区二小', {
    p: province,
    c: city,
    d: district,
    parent: district,
  })
  const otherSchool = await add('school', 'S3', '西区一中', {
    p: province,
    c: city,
    d: otherDistrict,
    parent: otherDistrict,
  })
  const citySchool = await add('school', 'S4', '市直中学', { p: province, c: city, parent: city })
  const southSchool = await add('school', 'S5', '南区小学', {
    p: province,
    c: city,
    d: emptyDistrict,
    parent: emptyDistrict,
  })
  return {
    province,
    city,
    otherCity,
    district,
    otherDistrict,
    emptyDistrict,
    school,
    sibling,
    otherSchool,
    citySchool,
    southSchool,
  }
}
export type Places = Awaited<ReturnType<typeof buildPlaces>>
