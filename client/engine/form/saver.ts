import type { FieldFault } from '../../../catalogue/errors.ts'
import { isUnanswered, sentenceOf } from '../../platform/api/api-error.ts'
import { faultsOf, isStale } from '../data/problem.ts'
import { newUuid } from '../uuid.ts'

/** Id and version of a stored form. */
export interface Head {
  readonly id: string
  readonly version: number
}

/** State of the server as the form knows it; `id` null: nothing is stored yet. */
export interface StoredState<Base> {
  readonly id: string | null
  readonly version: number
  readonly base: Base
}

export type StoredHead<Base> = StoredState<Base> & Head

/** What a form sent over a version. */
export interface SentBody<Body> {
  readonly body: Body
  readonly version: number
}

export type SaverNews<Base, Body, View> =
  | { readonly type: 'saving' }
  /** `body` is stored; `out` is what the form had to send when this save began. */
  | {
      readonly type: 'saved'
      readonly stored: StoredHead<Base>
      readonly body: Body
      readonly out: Body
    }
  | { readonly type: 'refused'; readonly faults: readonly FieldFault[]; readonly message: string }
  | { readonly type: 'failed'; readonly message: string; readonly unanswered: boolean }
  | { readonly type: 'newer'; readonly view: View }

/** Reads and writes of one kind of form. */
export interface SaverPlace<Base, Body extends { readonly nothing: boolean }, Answer extends Head, View> {
  /** The stored state as of the last render. */
  readonly now: () => StoredState<Base>
  /** Body to send over the stored state. */
  readonly outgoing: (stored: StoredState<Base>) => Body
  readonly create: (body: Body, idempotencyKey: string) => Promise<Answer>
  readonly change: (id: string, body: Body, version: number) => Promise<Answer>
  readonly read: (id: string) => Promise<View & Answer>
  /** Whether what was read is just this save, whose answer was lost. */
  readonly isOwn: (view: View, sent: SentBody<Body>) => boolean
  /** Whether nobody else changed what this form sends: the save is then repeated over the newer version. */
  readonly goesTogether: (before: StoredState<Base>, body: Body, view: View) => boolean
  /** What is stored after a body was saved over a base. */
  readonly after: (base: Base, body: Body, answer: Answer) => Base
  readonly tell: (news: SaverNews<Base, Body, View>) => void
}

/**
 * Saves one after the other, each over a newer version that somebody else stored, before the writer is told.
 */
const mostRepeats = 5

/** `again`: the form has more to send than was stored in this step. */
interface Step<Base> {
  readonly stored: StoredHead<Base>
  readonly again: boolean
}

/**
 * Saves one form, one save after the other. When the answer to a create is lost, the same body is sent again
 * with the same Idempotency-Key, so that the server makes one record. When the answer to a change is lost,
 * the refusal of the next one is looked into: the newer version may be this form's own.
 */
export class Saver<Base, Body extends { readonly nothing: boolean }, Answer extends Head, View> {
  #place: SaverPlace<Base, Body, Answer, View>
  #queue: Promise<unknown> = Promise.resolve()
  #creating: { readonly key: string; readonly body: Body | null } = { key: '', body: null }
  /**
   * The last saved version. React renders it later, and a save that already waits needs it before.
   */
  #stored: StoredHead<Base> | null = null
  /** Unanswered saves since the last answered one; the server may have stored one of them. */
  #unanswered: SentBody<Body>[] = []

  constructor(place: SaverPlace<Base, Body, Answer, View>) {
    this.#place = place
  }

  /** Goes on with the place as the form has it after another render. */
  follow(place: SaverPlace<Base, Body, Answer, View>): void {
    this.#place = place
  }

  /**
   * Saves what is unsaved after a save under way.
   * @param force also when nothing is unsaved
   * @returns what is stored then, or null when it failed
   */
  save(force = false): Promise<StoredHead<Base> | null> {
    const run = async () => {
      let step = await this.#once(force)
      for (let repeats = 0; step?.again; repeats += 1) {
        if (repeats === mostRepeats) return this.#giveUp()
        step = await this.#once(false)
      }
      return step && step.stored
    }
    const next = this.#queue.then(run, run)
    this.#queue = next
    return next
  }

  /** The newest version known: after a conflict the screen's is newer than that of the last save. */
  #newest(): StoredState<Base> {
    const shown = this.#place.now()
    return this.#stored !== null && this.#stored.version >= shown.version ? this.#stored : shown
  }

  async #once(force: boolean): Promise<Step<Base> | null> {
    const place = this.#place
    const at = this.#newest()
    const out = place.outgoing(at)
    if (at.id !== null && out.nothing && !force) return { stored: { ...at, id: at.id }, again: false }
    place.tell({ type: 'saving' })
    try {
      if (at.id !== null) return this.#took(at, out, out, await place.change(at.id, out, at.version))
      this.#creating = { key: this.#creating.key || newUuid(), body: this.#creating.body ?? out }
      const body = this.#creating.body ?? out
      return this.#took(at, body, out, await place.create(body, this.#creating.key))
    } catch (error) {
      // The server refused the create and stored nothing: the next attempt gets a new key.
      if (faultsOf(error).length > 0) this.#creating = { key: '', body: null }
      if (isUnanswered(error)) this.#unanswered.push({ body: out, version: at.version })
      if (!isStale(error) || at.id === null) return this.#tellFailure(error)
      return this.#overNewer({ ...at, id: at.id }, out)
    }
  }

  #took(at: StoredState<Base>, body: Body, out: Body, answer: Answer): Step<Base> {
    const { id, version } = answer
    const place = this.#place
    this.#unanswered = []
    this.#stored = { id, version, base: place.after(at.base, body, answer) }
    place.tell({ type: 'saved', stored: this.#stored, body, out })
    return { stored: this.#stored, again: body !== out }
  }

  /**
   * After a refusal because the server has a newer version: this form's own, a harmless one, or a conflict.
   */
  async #overNewer(at: StoredHead<Base>, out: Body): Promise<Step<Base> | null> {
    const place = this.#place
    try {
      const view = await place.read(at.id)
      const own = this.#unanswered.find((sent) => place.isOwn(view, sent))
      if (own) return { ...this.#took(at, own.body, out, view), again: true }
      if (!place.goesTogether(at, out, view)) {
        place.tell({ type: 'newer', view })
        return null
      }
      this.#stored = { id: view.id, version: view.version, base: place.after(at.base, out, view) }
      return { stored: this.#stored, again: true }
    } catch (error) {
      return this.#tellFailure(error)
    }
  }

  /** Somebody else stores versions faster than this form can save over them. */
  #giveUp(): null {
    const message = '该内容正被他人连续修改，您的填写尚未保存，请稍后再保存'
    this.#place.tell({ type: 'failed', message, unanswered: false })
    return null
  }

  /** Tells why nothing was saved: what the server found wrong, field by field, or that it did not answer. */
  #tellFailure(error: unknown): null {
    const faults = faultsOf(error)
    const message = sentenceOf(error)
    this.#place.tell(
      faults.length > 0
        ? { type: 'refused', faults, message }
        : { type: 'failed', message, unanswered: isUnanswered(error) },
    )
    return null
  }
}
