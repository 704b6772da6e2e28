import type { Actor } from '../../../catalogue/access/access.ts'
import {
  boardPanelOf,
  countsPeople,
  isPortalPanel,
  isRecordPanel,
  isTalentPanel,
} from '../../../catalogue/boards/panels.ts'
import type { Audience, Screen } from '../../../catalogue/contract/analysis/boards.ts'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import { publicPanel } from '../../../catalogue/figures/public-panel.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { BoardPlace, BoardNeeds } from './needs.ts'
import { portalPanels } from './panels/portal.ts'
import { recordPanels } from './panels/records.ts'
import { talentPanel, type MadePanel } from './panels/talents.ts'

/**
 * Who is no talent any more leaves the boards at once (figures.md, 7): their panels are kept so long, in
 * milliseconds.
 */
const talentsFresh = 5_000
/** Most panels of places that a process keeps. */
const mostKept = 4_000

/** A panel of a place, when it was asked for last, and of when its figures are. */
interface PanelMemory extends MadePanel {
  readonly at: number
  readonly madeAt: string
}

type Panels = Screen['panels']

/** Panels of one place, and the greatest age of a cached answer. */
interface AskedPanels {
  readonly actor: Actor
  readonly audience: Audience
  readonly place: BoardPlace
  readonly keys: readonly string[]
  /** In milliseconds. */
  readonly fresh: number
}

/** Panels by place and key, and those that are being worked out; each holds why it could not be. */
interface Store {
  readonly kept: Map<string, PanelMemory>
  readonly working: Map<string, Promise<string | undefined>>
}

const nameOf = ({ place, audience }: Pick<AskedPanels, 'place' | 'audience'>, key: string): string =>
  `${place.id}/${audience}/${key}`

function keep({ kept }: Store, name: string, made: MadePanel & Pick<PanelMemory, 'madeAt'>): void {
  kept.delete(name)
  kept.set(name, Object.assign({ at: Date.now() }, made))
  const oldest = kept.keys().next().value
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}

/** Works out a panel over records, the portal, or the published talents. */
async function counted(needs: BoardNeeds, key: string, asked: AskedPanels): Promise<MadePanel> {
  const { actor, place, audience } = asked
  const ask = { engine: needs.engine, actor, place }
  const shown = (panel: Panel): MadePanel => ({
    panel: audience === 'public' && countsPeople(key) ? publicPanel(panel) : panel,
  })
  if (isRecordPanel(key)) return shown(await recordPanels[key](ask))
  if (isPortalPanel(key)) return shown(await portalPanels[key](ask))
  if (isTalentPanel(key)) return talentPanel(needs, key, place)
  throw new Error(`boards: nobody answers panel ${key}`)
}

/** Works out panels and keeps them; in words why they could not be, where it took too long. */
async function renew(
  needs: BoardNeeds,
  store: Store,
  asked: AskedPanels,
  keys: readonly string[],
): Promise<string | undefined> {
  const { place, audience } = asked
  const [first = ''] = keys
  try {
    if (boardPanelOf(first)?.from === 'indicators') {
      const { at, panels } = await needs.boardFigures(place.id, keys, audience)
      for (const panel of panels) keep(store, nameOf(asked, panel.key), { panel, madeAt: at })
    } else {
      const made = await counted(needs, first, asked)
      keep(store, nameOf(asked, first), Object.assign({ madeAt: new Date().toISOString() }, made))
    }
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.code !== 'missing') return '暂时算不出来，稍后自动再试'
    throw error
  }
}

/**
 * Panels that are older than asked for and nobody is working out: indicators together, each other one by
 * itself.
 */
function dueOf({ kept, working }: Store, asked: AskedPanels): string[][] {
  const { keys, fresh } = asked
  const due = [...new Set(keys)].filter((key) => {
    const one = kept.get(nameOf(asked, key))
    const isOld = one === undefined || Date.now() - one.at >= (isTalentPanel(key) ? talentsFresh : fresh)
    return isOld && !working.has(nameOf(asked, key))
  })
  const figures = due.filter((key) => boardPanelOf(key)?.from === 'indicators')
  const others = due.filter((key) => !figures.includes(key))
  return [...(figures.length > 0 ? [figures] : []), ...others.map((key) => [key])]
}

function begin(needs: BoardNeeds, store: Store, asked: AskedPanels): void {
  for (const keys of dueOf(store, asked)) {
    const names = keys.map((key) => nameOf(asked, key))
    const work = renew(needs, store, asked, keys).finally(() =>
      names.forEach((name) => store.working.delete(name)),
    )
    // Whoever waits for it hears of a failure; nobody may be waiting yet.
    work.catch(() => undefined)
    for (const name of names) store.working.set(name, work)
  }
}

/**
 * Figures of the boards that were looked at last, for their refresh period. They are the same for everybody
 * who may look at a place as the same kind of reader. Where a panel cannot be worked out, the last one stays
 * with its time.
 */
export function keptPanels(needs: BoardNeeds) {
  const store: Store = { kept: new Map(), working: new Map() }
  return async (asked: AskedPanels): Promise<Panels> => {
    begin(needs, store, asked)
    const panels: Panels = {}
    for (const key of asked.keys) {
      const name = nameOf(asked, key)
      const fault = await store.working.get(name)
      const one = store.kept.get(name)
      panels[key] = {
        panel: one?.panel ?? null,
        at: one?.madeAt ?? new Date().toISOString(),
        ...(fault !== undefined && { fault }),
        ...(one?.lines && { lines: one.lines }),
      }
    }
    return panels
  }
}
export type KeptPanels = ReturnType<typeof keptPanels>
