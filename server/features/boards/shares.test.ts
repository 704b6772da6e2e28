import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  screen,
  shareMade,
  shares,
  type Screen,
  type Share,
} from '../../../catalogue/contract/analysis/boards.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('board-shares')))
afterAll(() => region.close())

/** Publishes resources that everybody may read. */
const publish = (count: number) =>
  region.db.execute(sql`
    insert into content (type, value, state, live, live_no, publish_at, reach, reach_key, institution_id, district_id, city_id, province_id,
      by_identity)
    select 'resource', '{}', 'published', '{"shareScope": "9"}', 1, now() - interval '1 minute', '9', 0, i.id, i.district_id,
      i.city_id, i.province_id, ${region.people.area.identityId}
    from institution i, generate_series(1, ${count}::int)
    where i.id = ${region.places.district}`)

const make = async (who: Person, ask: object = {}) => {
  const answer = await who.post('/api/v1/board-shares', {
    board: 'dataLarge',
    mode: 'live',
    note: '政务大厅',
    ...ask,
  })
  expect([answer.status, answer.msg]).toEqual([200, 'ok'])
  return shareMade.parse(answer.data)
}
const open = (secret: string, more: object = {}) =>
  region.app.inject({ method: 'POST', url: '/api/v1/shared-board', payload: { secret, ...more } })
const opened = async (secret: string, more: object = {}): Promise<Screen> => {
  const answer = await open(secret, more)
  expect(answer.statusCode).toBe(200)
  return screen.parse(answer.json().data)
}
const listOf = async (who: Person): Promise<Share[]> =>
  shares.parse((await who.get('/api/v1/board-shares')).data).list
const resourcesOf = ({ panels }: Screen) => panels['portal.resources']?.panel?.cells[0]?.value
const closed = '该链接不对、已过期或已撤销，请向制作单位索取新的链接'

describe('a link', () => {
  it('opens its board without signing in, and nothing else', async () => {
    const { secret, share } = await make(region.people.city)
    expect(share).toMatchObject({ mode: 'live', note: '政务大厅', state: 'open', lastOpenedAt: null })
    expect(secret.length).toBe(32)
    const answer = await open(secret)
    expect(answer.statusCode).toBe(200)
    expect(screen.parse(answer.json().data).place.id).toBe(region.places.city)
    expect([answer.headers['set-cookie'], answer.headers['token']]).toEqual([undefined, undefined])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await listOf(region.people.city))[0]?.lastOpenedAt).not.toBeNull()

    // The secret is no token: every other call stays closed.
    const others = region.app.declaredCalls.filter(
      ({ access, method }) => access !== 'public' && access !== 'anyone' && method === 'GET',
    )
    expect(others.length).toBeGreaterThan(100)
    for (const { url } of others) {
      const path = url.replaceAll(/:\w+/g, '1')
      const { statusCode } = await region.app.inject({ url: path, headers: { token: secret } })
      expect([path, statusCode]).toEqual([path, 401])
    }
  })

  it('is found in no table, log or list', async () => {
    const { secret, share } = await make(region.people.city)
    const row = await region.db.one<{ all: string }>(
      sql`select s::text as all from board_share s where s.id = ${share.id}`,
    )
    expect(row.all).not.toContain(secret)
    const audit = await region.db.query<{ facts: object }>(
      sql`select facts from audit where action = 'board.shared' order by id desc limit 1`,
    )
    expect(audit).toEqual([
      { facts: { share: share.id, board: 'dataLarge', place: region.places.city, mode: 'live', days: 30 } },
    ])
    expect(JSON.stringify(await listOf(region.people.city))).not.toContain(secret)
  })

  it('that is guessed, over, revoked, or whose maker left answers alike', async () => {
    const { city, province } = region.people
    const [over, revoked, left] = [await make(city), await make(city), await make(province)]
    await region.db.execute(
      sql`update board_share set expires_at = now() - interval '1 second' where id = ${over.share.id}`,
    )
    expect((await city.del(`/api/v1/board-shares/${revoked.share.id}`)).status).toBe(200)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${province.identityId}`)
    for (const secret of ['x', 'A'.repeat(32), over.secret, revoked.secret, left.secret]) {
      const answer = await open(secret)
      expect([answer.statusCode, answer.json().msg]).toEqual([404, closed])
    }
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${province.identityId}`)
    expect((await open(left.secret)).statusCode).toBe(200)
    const states = new Map((await listOf(city)).map(({ id, state }) => [id, state]))
    expect([states.get(over.share.id), states.get(revoked.share.id)]).toEqual(['expired', 'revoked'])
    for (const body of [{}, { secret: '' }, { secret: 'x'.repeat(101) }, { secret: 5 }]) {
      const answer = await region.app.inject({ method: 'POST', url: '/api/v1/shared-board', payload: body })
      expect([body, answer.statusCode, answer.json().msg]).toEqual([body, 400, '链接不完整'])
    }
  })

  it('is limited where somebody tries many', async () => {
    const call = region.app.declaredCalls.find(({ url }) => url === '/api/v1/shared-board')
    expect(call?.access).toBe('public')
    const { headers } = await open('y')
    expect(Number(headers['x-ratelimit-limit'])).toBeLessThanOrEqual(120)
  })

  it('shows its place and what lies below, never what its maker may see beside', async () => {
    const { city } = region.people
    const { places } = region
    for (const mode of ['live', 'frozen']) {
      const { secret } = await make(city, { mode, institution: places.district })
      const shown = await opened(secret)
      expect(shown.path.map(({ id }) => id)).toEqual([places.district])
      for (const institution of [places.otherDistrict, places.city, places.school, 999_999_999])
        expect((await open(secret, { institution })).statusCode).toBe(404)
      const whole = await make(city, { mode })
      const below = await opened(whole.secret, { institution: places.otherDistrict })
      expect(below.path.map(({ id }) => id)).toEqual([places.city, places.otherDistrict])
    }
  })

  it('frozen tells the figures of its moment, live those of now', async () => {
    const { area } = region.people
    await publish(3)
    const ask = { institution: region.places.district }
    await area.put('/api/v1/boards/dataLarge', {
      layout: {
        board: 'dataLarge',
        title: '资源',
        refreshSeconds: 10,
        pages: [{ title: '总览', headline: [{ panel: 'portal.resources' }] }],
      },
      after: 0,
    })
    const [frozen, live] = [await make(area, { ...ask, mode: 'frozen' }), await make(area, ask)]
    const before = resourcesOf(await opened(frozen.secret))
    expect(resourcesOf(await opened(live.secret))).toBe(before)
    await publish(7)
    // Figures are kept for the refresh period of the layout; another portal beside has none kept.
    const beside = await region.serveBeside()
    const again = async (secret: string) => {
      const answer = await beside.inject({ method: 'POST', url: '/api/v1/shared-board', payload: { secret } })
      return screen.parse(answer.json().data)
    }
    const [old, now] = [await again(frozen.secret), await again(live.secret)]
    await beside.close()
    expect([resourcesOf(old), old.frozen]).toEqual([before, true])
    expect([resourcesOf(now), now.frozen]).toEqual([(before ?? 0) + 7, false])
  })

  it('is the office’s: others neither list nor revoke it', async () => {
    const { city, area, teacher } = region.people
    const { share } = await make(city)
    expect((await listOf(area)).some(({ id }) => id === share.id)).toBe(false)
    expect((await area.del(`/api/v1/board-shares/${share.id}`)).status).toBe(404)
    expect((await teacher.del(`/api/v1/board-shares/${share.id}`)).status).toBe(403)
    expect((await city.del(`/api/v1/board-shares/${share.id}`)).status).toBe(200)
    expect((await city.del(`/api/v1/board-shares/${share.id}`)).status).toBe(404)
    const outside = { board: 'dataLarge', mode: 'live', note: '看', institution: region.places.otherDistrict }
    expect((await area.post('/api/v1/board-shares', outside)).status).toBe(404)
  })

  it.each([
    [{ mode: 'other' }, 'mode'],
    [{ days: 0 }, 'days'],
    [{ days: 366 }, 'days'],
    [{ note: ' ' }, 'note'],
    [{ note: 'a\u0000' }, 'note'],
    [{ board: 'x' }, 'board'],
  ])('asked for with %j is refused with the field', async (change, field) => {
    const body = { board: 'dataLarge', mode: 'live', note: '大厅', ...change }
    const answer = await region.people.city.post('/api/v1/board-shares', body)
    expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
  })

  it('is one of fifty at most', async () => {
    const { province } = region.people
    await region.db.execute(sql`
      insert into board_share (secret_hash, board, institution_id, place_id, mode, note, by_identity, expires_at)
      select sha256(n::text::bytea), 'dataLarge', ${region.places.province}, ${region.places.province}, 'live', '多',
        ${province.identityId}, now() + interval '1 day'
      from generate_series(1, 50) n`)
    const answer = await province.post('/api/v1/board-shares', {
      board: 'dataLarge',
      mode: 'live',
      note: '再一个',
    })
    expect([answer.status, answer.msg]).toEqual([400, '至多同时有 50 个链接，请先撤销不用的'])
  })
})

describe('published talents', () => {
  it('stand on a board by name, leave it when they are withdrawn, and stand on no frozen link', async () => {
    const { province, teacher } = region.people
    const layout = {
      board: 'datatrain',
      title: '人才',
      pages: [{ title: '总览', headline: [{ panel: 'talents.kinds' }], left: [{ panel: 'talents.names' }] }],
    }
    await province.put('/api/v1/boards/datatrain', { layout, after: 0 })
    await region.db.execute(sql`update teacher set status = '11' where id = ${teacher.teacherId}`)
    const { id } = await region.db.one<{ id: number }>(sql`
      insert into talent_entry (owner_id, kind, state, office_id, reason, year, institution_id, district_id, city_id,
        province_id)
      select t.id, '2', 'published', t.city_id, '特级教师', 2020, t.institution_id, t.district_id, t.city_id, t.province_id
      from teacher t
      where t.id = ${teacher.teacherId}
      returning id`)
    // What was shown a moment ago is kept for a moment; a portal beside has nothing kept.
    const read = async () => {
      const beside = await region.serveBeside()
      const answer = await beside.inject({
        url: '/api/v1/screen/datatrain',
        headers: { token: province.token },
      })
      await beside.close()
      return screen.parse(answer.json().data)
    }
    const { name } = await region.db.one<{ name: string }>(
      sql`select name from teacher where id = ${teacher.teacherId}`,
    )
    const { panels } = await read()
    expect(panels['talents.names']?.lines?.rows.map((row) => row[0])).toEqual([name])
    expect(panels['talents.kinds']?.panel?.cells.find(({ row }) => row === 'all')?.value).toBe(1)

    await region.db.execute(
      sql`update board_share set revoked_at = now() where by_identity = ${province.identityId}`,
    )
    const { secret } = await make(province, { board: 'datatrain', mode: 'frozen' })
    const frozen = JSON.stringify(await opened(secret))
    expect(frozen).not.toContain(name)
    expect(frozen).toContain('定格的链接不显示名单')

    await region.db.execute(sql`update talent_entry set state = 'unpublished' where id = ${id}`)
    expect((await read()).panels['talents.names']?.lines?.rows).toEqual([])
  })
})

describe('figures on a board', () => {
  const read = async (path: string) => screen.parse((await region.people.city.get(path)).data)
  const isOneToFour = ({ value }: { value: number | null }) => value !== null && value > 0 && value < 5

  it('are all there for the office, and of no one to four people for everybody', async () => {
    // One or two accounts of most roles were used.
    const inner = await read('/api/v1/screen/datashow')
    expect([inner.audience, inner.panels['portal.accounts']?.panel?.cells.some(isOneToFour)]).toEqual([
      'inner',
      true,
    ])
    const { secret } = await make(region.people.city, { board: 'datashow' })
    const everybody = [
      await read('/api/v1/screen/datashow?audience=public'),
      await opened(secret),
      screen.parse(
        (
          await region.people.city.post('/api/v1/screen/datashow/preview', {
            layout: Object.assign({}, inner.layout),
          })
        ).data,
      ),
    ]
    for (const { audience, panels } of everybody) {
      const panel = panels['portal.accounts']?.panel
      expect([audience, panel?.cells.length === 0, panel?.cells.filter(isOneToFour)]).toEqual([
        'public',
        false,
        [],
      ])
    }
  })

  it('are those of the office through a link that opens in its networks, and nowhere else', async () => {
    const { city } = region.people
    for (const mode of ['live', 'frozen']) {
      const { secret, share } = await make(city, {
        board: 'datashow',
        mode,
        networks: ['10.8.0.0/16', '127.0.0.9'],
      })
      expect(share.networks).toEqual(['10.8.0.0/16', '127.0.0.9'])
      const from = (remoteAddress: string) =>
        region.app.inject({ method: 'POST', url: '/api/v1/shared-board', payload: { secret }, remoteAddress })
      for (const address of ['10.8.3.4', '127.0.0.9', '::ffff:10.8.0.1']) {
        const answer = await from(address)
        expect([address, answer.statusCode]).toEqual([address, 200])
        const shown = screen.parse(answer.json().data)
        expect([shown.audience, shown.panels['portal.accounts']?.panel?.cells.some(isOneToFour)]).toEqual([
          'inner',
          true,
        ])
      }
      for (const address of ['10.9.0.1', '127.0.0.1', '203.0.113.9'])
        expect([address, (await from(address)).json().msg]).toEqual([address, closed])
    }
    const refused = async (networks: unknown) => {
      const answer = await city.post('/api/v1/board-shares', {
        board: 'dataLarge',
        mode: 'live',
        note: '大厅',
        networks,
      })
      return [answer.status, answer.msg]
    }
    expect(await refused(['办公网'])).toEqual([400, expect.stringContaining('应为地址或网段')])
    // The whole internet is no office.
    expect(await refused(['0.0.0.0/0'])).toEqual([400, expect.stringContaining('网段太大')])
  })

  it('say neither numerators nor lists', async () => {
    for (const board of ['dataLarge', 'datashow']) {
      const shown = await read(`/api/v1/screen/${board}?audience=public`)
      for (const { panel } of Object.values(shown.panels))
        for (const cell of panel?.cells ?? []) {
          expect(cell).not.toHaveProperty('numerator')
          expect(cell.opens).toBe(false)
        }
    }
  })
})
