import { describe, expect, it } from 'vitest'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { bodyOf, inConflict, isOwnCase, left, type CaseBody } from '../process/case-saving.ts'
import type { Values } from '../values.ts'
import { Saver, type SaverNews } from './saver.ts'

interface Row {
  readonly id: string
  readonly version: number
  readonly value: Values
}
type News = SaverNews<Values, CaseBody, Row>
type Fate = 'answers' | 'loses the answer' | 'is away' | ApiError

const noAnswer = () => new ApiError(0, -2, '连不上网络或服务器')
const stale = () => new ApiError(409, errors.stale.code, '已被修改')

/** A server with one row, whose network does to each next call what is planned. */
class Server {
  row: Row | null
  plan: Fate[] = []
  calls: string[] = []
  private readonly byKey = new Map<string, Row>()
  private atOnce = 0
  busiest = 0

  constructor(row: Row | null) {
    this.row = row
  }

  async call<T>(name: string, work: () => T): Promise<T> {
    this.calls.push(name)
    this.atOnce += 1
    this.busiest = Math.max(this.busiest, this.atOnce)
    const fate = this.plan.shift() ?? 'answers'
    await Promise.resolve()
    try {
      if (fate instanceof ApiError) throw fate
      if (fate === 'is away') throw noAnswer()
      const answer = work()
      if (fate === 'loses the answer') throw noAnswer()
      return answer
    } finally {
      this.atOnce -= 1
    }
  }

  create(value: Values, key: string): Row {
    const known = this.byKey.get(key)
    if (known) return known
    this.row = { id: `row-${this.byKey.size + 1}`, version: 1, value }
    this.byKey.set(key, this.row)
    return this.row
  }

  change(value: Values, version: number): Row {
    if (this.row === null || this.row.version !== version) throw stale()
    this.row = { ...this.row, version: version + 1, value: { ...this.row.value, ...value } }
    return this.row
  }

  get made(): number {
    return this.byKey.size
  }

  read(): Row {
    if (this.row === null) throw new ApiError(404, 404, '没有')
    return this.row
  }
}

/** A form as a screen has it. */
function formOver(server: Server, merges = true) {
  const shown = {
    id: server.row?.id ?? null,
    version: server.row?.version ?? 0,
    base: server.row?.value ?? {},
  }
  const form = { shown, typed: {} as Values, news: [] as News[] }
  const saver = new Saver<Values, CaseBody, Row, Row>({
    now: () => form.shown,
    outgoing: () => bodyOf(form.typed),
    create: ({ values }, key) => server.call('create', () => server.create(values, key)),
    change: (_id, { values }, version) => server.call('change', () => server.change(values, version)),
    read: () => server.call('read', () => server.read()),
    isOwn: isOwnCase,
    goesTogether: ({ base }, { values }, theirs) =>
      merges && inConflict(base, values, theirs.value).length === 0,
    after: (_base, _body, answer) => answer.value,
    tell: (news) => {
      form.news.push(news)
      if (news.type === 'saved') form.typed = left(form.typed, news.body.values)
    },
  })
  const type = (values: Values) => {
    form.typed = { ...form.typed, ...values }
  }
  const told = () => form.news.map((news) => news.type)
  return { form, saver, type, told }
}

const stored = (value: Values, version = 3): Row => ({ id: 'row', version, value })

describe('a save', () => {
  it('stores what was typed and leaves nothing unsaved', async () => {
    const server = new Server(stored({ title: '旧', sum: '1.00' }))
    const { form, saver, type, told } = formOver(server)
    type({ title: '新' })
    expect(await saver.save()).toMatchObject({ id: 'row', version: 4 })
    expect(server.row?.value).toEqual({ title: '新', sum: '1.00' })
    expect(form.typed).toEqual({})
    expect(told()).toEqual(['saving', 'saved'])
  })

  it('of a form in which nothing was typed does not call the server', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { saver, told } = formOver(server)
    expect(await saver.save()).toMatchObject({ id: 'row', version: 3 })
    expect(server.calls).toEqual([])
    expect(told()).toEqual([])
  })

  it('that is forced is sent all the same', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { saver } = formOver(server)
    expect(await saver.save(true)).toMatchObject({ version: 4 })
  })

  it('of a new form makes a record though nothing was typed', async () => {
    const server = new Server(null)
    const { saver } = formOver(server)
    expect(await saver.save()).toMatchObject({ id: 'row-1', version: 1 })
  })

  it('keeps what is typed while its answer is on the way', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { form, saver, type } = formOver(server)
    type({ title: '第一次' })
    const first = saver.save()
    await Promise.resolve()
    type({ title: '第二次' })
    await first
    expect(form.typed).toEqual({ title: '第二次' })
    await saver.save()
    expect(server.row?.value['title']).toBe('第二次')
  })

  it('waits for the one before it and builds on its version, although the screen is behind', async () => {
    const server = new Server(stored({ title: '旧', note: '' }))
    const { saver, type, told } = formOver(server)
    type({ title: '甲' })
    const first = saver.save()
    await Promise.resolve()
    type({ note: '乙' })
    const second = saver.save()
    await Promise.all([first, second])
    expect(server.busiest).toBe(1)
    expect(server.row).toMatchObject({ version: 5, value: { title: '甲', note: '乙' } })
    expect(told()).not.toContain('newer')
  })

  it('asked for many times at once stores each thing once', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { saver, type } = formOver(server)
    type({ title: '甲' })
    await Promise.all([saver.save(), saver.save(), saver.save()])
    expect(server.calls).toEqual(['change'])
  })
})

describe('a create whose answer was lost', () => {
  it('is repeated with its key, and one record stands', async () => {
    const server = new Server(null)
    server.plan = ['loses the answer']
    const { form, saver, type } = formOver(server)
    type({ title: '甲' })
    expect(await saver.save()).toBeNull()
    expect(form.news.at(-1)).toMatchObject({ type: 'failed', unanswered: true })
    expect(form.typed).toEqual({ title: '甲' })
    expect(await saver.save()).toMatchObject({ id: 'row-1' })
    expect(server.made).toBe(1)
    expect(form.typed).toEqual({})
  })

  it('is followed by what was typed since', async () => {
    const server = new Server(null)
    server.plan = ['loses the answer']
    const { form, saver, type } = formOver(server)
    type({ title: '甲' })
    await saver.save()
    type({ title: '乙', note: '丙' })
    await saver.save()
    expect(server.made).toBe(1)
    expect(server.row?.value).toEqual({ title: '乙', note: '丙' })
    expect(form.typed).toEqual({})
  })

  it('never reached the server: the record is made once it is back', async () => {
    const server = new Server(null)
    server.plan = ['is away', 'is away']
    const { saver, type } = formOver(server)
    type({ title: '甲' })
    expect(await saver.save()).toBeNull()
    expect(await saver.save()).toBeNull()
    expect(await saver.save()).toMatchObject({ id: 'row-1' })
    expect(server.made).toBe(1)
  })

  it('starts anew with what is typed now, once the server has refused it', async () => {
    const server = new Server(null)
    server.plan = [new ApiError(422, 422, '请检查', [{ field: 'title', message: '太长' }])]
    const { form, saver, type } = formOver(server)
    type({ title: '太长的名称' })
    expect(await saver.save()).toBeNull()
    expect(form.news.at(-1)).toEqual({
      type: 'refused',
      message: '请检查',
      faults: [{ field: 'title', message: '太长' }],
    })
    type({ title: '短' })
    await saver.save()
    expect(server.row?.value).toEqual({ title: '短' })
  })
})

describe('a change whose answer was lost', () => {
  it('is known again, and is not taken for a colleague’s', async () => {
    const server = new Server(stored({ title: '旧' }))
    server.plan = ['loses the answer']
    const { form, saver, type, told } = formOver(server, false)
    type({ title: '甲' })
    expect(await saver.save()).toBeNull()
    expect(await saver.save()).toMatchObject({ version: 4 })
    expect(told()).not.toContain('newer')
    expect(form.typed).toEqual({})
    expect(server.row?.version).toBe(4)
  })

  it('is known again after more was typed, which is saved over it', async () => {
    const server = new Server(stored({ title: '旧' }))
    server.plan = ['loses the answer']
    const { form, saver, type, told } = formOver(server, false)
    type({ title: '甲' })
    await saver.save()
    type({ title: '甲乙' })
    expect(await saver.save()).toMatchObject({ version: 5 })
    expect(server.row?.value['title']).toBe('甲乙')
    expect(told()).not.toContain('newer')
    expect(form.typed).toEqual({})
  })

  it('stays unsaved while the reading fails too', async () => {
    const server = new Server(stored({ title: '旧' }))
    server.plan = ['loses the answer', 'answers', 'is away']
    const { form, saver, type } = formOver(server, false)
    type({ title: '甲' })
    await saver.save()
    expect(await saver.save()).toBeNull()
    expect(form.typed).toEqual({ title: '甲' })
    expect(await saver.save()).toMatchObject({ version: 4 })
  })

  it('is asked about where a colleague wrote after it', async () => {
    const server = new Server(stored({ title: '旧' }))
    server.plan = ['loses the answer']
    const { form, saver, type, told } = formOver(server)
    type({ title: '甲' })
    await saver.save()
    server.row = stored({ title: '同事写的' }, 5)
    expect(await saver.save()).toBeNull()
    expect(told().at(-1)).toBe('newer')
    expect(form.typed).toEqual({ title: '甲' })
    expect(server.row.value['title']).toBe('同事写的')
  })
})

describe('a version of a colleague', () => {
  it('in other fields is kept beside what was typed, without a question', async () => {
    const server = new Server(stored({ title: '旧', note: '' }))
    const { saver, type, told } = formOver(server)
    type({ title: '我的' })
    server.row = stored({ title: '旧', note: '同事的' }, 4)
    expect(await saver.save()).toMatchObject({ version: 5 })
    expect(server.row.value).toEqual({ title: '我的', note: '同事的' })
    expect(told()).not.toContain('newer')
  })

  it('that comes before every attempt ends the attempts with a sentence; the typing stays', async () => {
    const server = new Server(stored({ title: '旧', note: '' }))
    const { form, saver, type, told } = formOver(server)
    type({ title: '我的' })
    // A colleague stores another version before each attempt of this form.
    const change = server.change.bind(server)
    server.change = (value, version) => {
      if (server.row) server.row = { ...server.row, version: server.row.version + 1 }
      return change(value, version)
    }
    expect(await saver.save()).toBeNull()
    expect(server.calls.filter((name) => name === 'change')).toHaveLength(6)
    expect(form.news.at(-1)).toMatchObject({ type: 'failed', unanswered: false })
    expect(told()).not.toContain('saved')
    expect(form.typed).toEqual({ title: '我的' })
  })

  it('in the same field overwrites nothing and is not overwritten', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { form, saver, type } = formOver(server)
    type({ title: '我的' })
    server.row = stored({ title: '同事的' }, 4)
    expect(await saver.save()).toBeNull()
    expect(form.news.at(-1)).toMatchObject({ type: 'newer', view: { value: { title: '同事的' } } })
    expect(server.row.value).toEqual({ title: '同事的' })
    expect(form.typed).toEqual({ title: '我的' })
  })

  it('that the writer has seen is saved over', async () => {
    const server = new Server(stored({ title: '旧' }))
    const { form, saver, type } = formOver(server)
    type({ title: '我的' })
    server.row = stored({ title: '同事的' }, 4)
    await saver.save()
    form.shown = { id: 'row', version: 4, base: { title: '同事的' } }
    expect(await saver.save()).toMatchObject({ version: 5 })
    expect(server.row.value).toEqual({ title: '我的' })
  })
})

describe('a failure', () => {
  it('of the server is told as its sentence, and the next save goes through', async () => {
    const server = new Server(stored({ title: '旧' }))
    server.plan = [new ApiError(403, 403, '没有权限')]
    const { form, saver, type } = formOver(server)
    type({ title: '甲' })
    expect(await saver.save()).toBeNull()
    expect(form.news.at(-1)).toEqual({ type: 'failed', message: '没有权限', unanswered: false })
    expect(await saver.save()).toMatchObject({ version: 4 })
  })
})
