import type { Actor } from '../../../catalogue/access/access.ts'
import type { BoardKey } from '../../../catalogue/boards/board.ts'
import {
  mostShares,
  screen,
  type Audience,
  type Screen,
  type Share,
  type ShareAsk,
  type SharedAsk,
} from '../../../catalogue/contract/analysis/boards.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { actorOfIdentity, usable } from '../../engine/access/index.ts'
import { note } from '../../platform/audit/note.ts'
import { madeOnce, secretFor, type Repeatable } from '../../engine/records/index.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { networks } from '../../platform/http/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { KeptPanels } from './kept.ts'
import { layoutsFor } from './layouts.ts'
import type { BoardPlace, BoardNeeds } from './needs.ts'
import { isOpen } from './open-shares.ts'
import { placeFor, placesBelow } from './places.ts'
import { screenOf } from './screen.ts'

/** 192 random bits: nobody finds one by trying. */
const secretBytes = 24
/** Most places that a frozen link holds beside its own. */
const mostFrozen = 40
/** Lines of the list. */
const mostListed = 200

const shareRows = (where: Sql): Sql => sql`
  select s.id, s.board, s.mode, s.networks, s.note, p.name as by, s.at, s.expires_at as "expiresAt",
    s.last_opened_at as "lastOpenedAt", i.name as place,
    case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired'
      when not ${usable} then 'ended' else 'open' end as state
  from board_share s
  join institution i on i.id = s.place_id
  join identity a on a.id = s.by_identity
  join person p on p.id = a.person_id
  where ${where}
  order by s.at desc, s.id desc
  limit ${mostListed}`

/** A link that opens in the networks of the office only keeps nothing back: who looks is at the office. */
const audienceOf = (bound: readonly string[]): Audience => (bound.length > 0 ? 'inner' : 'public')
const opensAt = (bound: readonly string[], address: string): boolean =>
  bound.length === 0 || networks(bound)(address)

/** The links of the actor's office. */
export const sharesOf = (db: Queryable, { institutionId }: Actor): Promise<Share[]> =>
  db.query<Share>(shareRows(sql`s.institution_id = ${institutionId}`))

/** Names are not frozen: who is withdrawn leaves every board at once. */
const withoutNames = (panels: Screen['panels']): Screen['panels'] =>
  Object.fromEntries(
    Object.entries(panels).map(([key, one]) => [
      key,
      one.lines ? { panel: null, at: one.at, fault: '定格的链接不显示名单' } : one,
    ]),
  )

/** The screens of a place and of those below it, as they are now. */
async function frozenScreens(
  needs: BoardNeeds,
  panels: KeptPanels,
  { actor, board, place, audience }: { actor: Actor; board: BoardKey; place: BoardPlace; audience: Audience },
): Promise<Record<string, Screen>> {
  const { layout } = (await layoutsFor(needs.db, actor.institutionId))[board]
  const below = (await placesBelow(needs.db, place)).slice(0, mostFrozen)
  const kept = new Set(below.map(({ id }) => id))
  const screens: Record<string, Screen> = {}
  for (const one of [place, ...below]) {
    const made = await screenOf(needs, panels, { actor, audience, layout, place: one, from: place.id })
    // Nothing further down is kept, so nothing leads there.
    const places = made.places.filter(({ id }) => kept.has(id))
    screens[String(one.id)] = Object.assign({}, made, {
      frozen: true,
      places,
      panels: withoutNames(made.panels),
    })
  }
  return screens
}

/** Makes a link. Its secret is answered once, or again to the same request, and kept nowhere. */
export async function makeShare(
  needs: BoardNeeds,
  panels: KeptPanels,
  { actor, again }: { readonly actor: Actor; readonly again: Repeatable | null },
  { board, institution, mode, days, networks: bound, note: words }: ShareAsk,
): Promise<{ share: Share; secret: string }> {
  const place = await placeFor(needs.db, actor, { institution })
  const frozen =
    mode === 'frozen'
      ? await frozenScreens(needs, panels, { actor, board, place, audience: audienceOf(bound) })
      : null
  const secret = secretFor(needs.keys, actor, again, secretBytes)
  const { id } = await madeOnce(needs.db, actor, again, (remember) =>
    needs.db.transaction(async (tx) => {
      await tx.query(sql`select 1 from institution where id = ${actor.institutionId} for no key update`)
      const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::int as count
      from board_share s
      where s.institution_id = ${actor.institutionId} and ${isOpen}`)
      if (count >= mostShares) throw invalid('board', `至多同时有 ${mostShares} 个链接，请先撤销不用的`)
      const made = await tx.one<{ id: number }>(sql`
      insert into board_share (secret_hash, board, institution_id, place_id, mode, frozen, networks, note, by_identity, expires_at)
      values (${sha256(secret)}, ${board}, ${actor.institutionId}, ${place.id}, ${mode},
        ${frozen === null ? null : sql.json(frozen)}::jsonb, ${bound}::text[], ${words}, ${actor.identityId},
        now() + ${`${days} days`}::interval)
      returning id`)
      await note(tx, {
        by: actor.identityId,
        action: 'board.shared',
        facts: {
          share: made.id,
          board,
          place: place.id,
          mode,
          days,
          ...(bound.length > 0 && { networks: bound }),
        },
      })
      await remember(tx, made.id)
      return made.id
    }),
  )
  return { share: await needs.db.one<Share>(shareRows(sql`s.id = ${id}`)), secret }
}

/** Revokes a link of the actor's office; at once, and for good. */
export async function revokeShare({ db }: BoardNeeds, actor: Actor, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const gone = await tx.execute(sql`
      update board_share
      set revoked_at = now(), revoked_by = ${actor.identityId}
      where id = ${id} and institution_id = ${actor.institutionId} and revoked_at is null`)
    if (gone === 0) throw new AppError('missing')
    await note(tx, { by: actor.identityId, action: 'board.revoked', facts: { share: id } })
    return true
  })
}

/** The same answer for what never was, what is over and what was revoked: nobody learns which by trying. */
const closed = () =>
  new AppError('missing', { message: '该链接不对、已过期或已撤销，请向制作单位索取新的链接' })

interface OpenedShare {
  readonly id: number
  readonly board: BoardKey
  readonly place_id: number
  readonly mode: Share['mode']
  readonly networks: string[]
  readonly by_identity: number
  readonly one: unknown
}

/**
 * What a link shows: the board of its place, or of one below. Live figures are those that whoever made the
 * link may see now.
 * @throws AppError `missing`, alike for every link that does not open
 */
export async function openShare(
  needs: BoardNeeds,
  panels: KeptPanels,
  { secret, institution }: SharedAsk,
  address: string,
): Promise<Screen> {
  const row = await needs.db.maybeOne<OpenedShare>(sql`
    select s.id, s.board, s.place_id, s.mode, s.networks, s.by_identity,
      s.frozen -> coalesce(${institution ?? null}::int, s.place_id)::text as one
    from board_share s
    where s.secret_hash = ${sha256(secret)} and ${isOpen}`)
  if (!row || !opensAt(row.networks, address)) throw closed()
  const shown = row.mode === 'frozen' ? frozenOf(row.one) : await liveOf(needs, panels, row, institution)
  // A wall asks every minute: the time is kept by the quarter of an hour.
  await needs.db.execute(sql`
    update board_share
    set last_opened_at = now()
    where id = ${row.id} and (last_opened_at is null or last_opened_at < now() - interval '15 minutes')`)
  return shown
}

function frozenOf(held: unknown): Screen {
  const read = screen.safeParse(held)
  if (!read.success) throw closed()
  return read.data
}

async function liveOf(
  needs: BoardNeeds,
  panels: KeptPanels,
  row: OpenedShare,
  institution: number | undefined,
): Promise<Screen> {
  const maker = await actorOfIdentity(needs.db, row.by_identity)
  if (!maker?.enabled) throw closed()
  const { actor } = maker
  const { layout } = (await layoutsFor(needs.db, actor.institutionId))[row.board]
  if (!layout.enabled) throw closed()
  const place = await placeFor(needs.db, actor, { institution: institution ?? row.place_id })
  const made = await screenOf(needs, panels, {
    actor,
    layout,
    place,
    audience: audienceOf(row.networks),
    from: row.place_id,
  })
  // The maker's scope may be wider than the place of the link.
  if (made.path[0]?.id !== row.place_id) throw new AppError('missing')
  return made
}
