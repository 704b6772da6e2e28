import { afterAll, beforeAll, expect, it } from 'vitest'
import { Between } from '../../app/testing/between.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Server } from '../../platform/http/server.ts'

/** The badge of one tab: the last count that it was told, connected again whenever it is told to. */
class Tab {
  count: number | null = null
  /** Connections that broke. */
  broken = 0
  private wake = () => {}
  private readonly who: Person
  private readonly address: string
  private left = false
  private leave = new AbortController()

  constructor(who: Person, address: string) {
    this.who = who
    this.address = address
  }

  /** As the page does after a pause or when the browser finds its network again. */
  async connect(): Promise<void> {
    this.leave = new AbortController()
    try {
      const response = await fetch(`${this.address}/api/v1/userSystemMessage/stream`, {
        headers: { token: this.who.token, background: '1', accept: 'text/event-stream', connection: 'close' },
        signal: this.leave.signal,
      })
      let text = ''
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part
        const whole = text.split('\n\n')
        text = whole.pop() ?? ''
        for (const one of whole) this.hear(one)
      }
    } catch {
      // Broken: what it says next is asked below.
    }
    if (!this.left) this.broken += 1
    this.wake()
  }

  private hear(block: string): void {
    const [, told] = /^event: unread\ndata: (.*)$/.exec(block) ?? []
    if (told === undefined) return
    this.count = (JSON.parse(told) as { total: number }).total
    this.wake()
  }

  /** Resolves once it is as wished; the test's own limit is the only clock. */
  async until(wished: () => boolean): Promise<void> {
    while (!wished()) await new Promise<void>((done) => (this.wake = done))
  }

  end(): void {
    this.left = true
    this.leave.abort()
  }
}

let region: Region
let second: Server
let between: Between
let address: string
beforeAll(async () => {
  region = await testRegion('reconnect')
  second = await region.serveBeside()
  const ports: number[] = []
  for (const server of [region.app, second])
    ports.push(Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port))
  between = new Between(ports)
  address = await between.listen()
})
afterAll(async () => {
  await between.close()
  await second.close()
  await region.close()
})

const truth = async (who: Person): Promise<number> =>
  (
    await region.db.one<{ n: number }>(sql`
      select count(*)::int as n from own_message where identity_id = ${who.identityId} and read_at is null`)
  ).n

/** What happens to a person through one process or the other, behind the cut. */
async function happenings(who: Person): Promise<void> {
  for (let n = 0; n < 5; n += 1)
    await region.db.execute(
      sql`insert into message (identity_id, kind, title) values (${who.identityId}, '1', ${`断开时 ${n}`})`,
    )
  const { id } = await region.db.one<{ id: number }>(
    sql`select id from message where identity_id = ${who.identityId} order by id limit 1`,
  )
  const read = await second.inject({
    method: 'PUT',
    url: `/api/v1/userSystemMessage/read/${id}`,
    headers: { token: who.token },
    payload: {},
  })
  expect(read.statusCode).toBe(200)
}

it('two tabs on two processes behind one proxy show the count of the database, also after every connection was cut', async () => {
  const { teacher } = region.people
  const tabs = [new Tab(teacher, address), new Tab(teacher, address)]
  for (const tab of tabs) {
    void tab.connect()
    await tab.until(() => tab.count === 0)
  }
  expect(between.given).toEqual([1, 1])
  for (let cuts = 1; cuts <= 3; cuts += 1) {
    between.break()
    for (const tab of tabs) await tab.until(() => tab.broken === cuts * 2 - 1)
    const shown = tabs.map(({ count }) => count)
    await happenings(teacher)
    // Nothing was told meanwhile, and trying again leads nowhere while it is cut.
    for (const tab of tabs) {
      void tab.connect()
      await tab.until(() => tab.broken === cuts * 2)
    }
    expect(tabs.map(({ count }) => count)).toEqual(shown)
    between.mend()
    const now = await truth(teacher)
    for (const tab of tabs) {
      void tab.connect()
      await tab.until(() => tab.count === now)
    }
  }
  expect(between.given.every((connections) => connections >= 4)).toBe(true)
  // What one does now, all tabs hear, whichever process they are on.
  await second.inject({
    method: 'PUT',
    url: '/api/v1/userSystemMessage/read/all',
    headers: { token: teacher.token },
    payload: {},
  })
  for (const tab of tabs) await tab.until(() => tab.count === 0)
  expect(await truth(teacher)).toBe(0)
  for (const tab of tabs) tab.end()
})
