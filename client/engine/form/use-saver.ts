import { useCallback, useEffect, useState, type Dispatch } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { RecordView } from '../../../catalogue/contract/archive/records.ts'
import { recordApi } from '../data/record-api.ts'
import type { FormEvent, FormState, StoredForm } from './form-state.ts'
import { outgoing, type OutgoingValues } from './outgoing.ts'
import { isOwnSave } from './own-save.ts'
import { Saver, type Head, type SaverNews, type SaverPlace } from './saver.ts'

/** One saver for the life of a form; it always sees the place as of the last render. */
export function useSaverOf<Base, Body extends { readonly nothing: boolean }, Answer extends Head, View>(
  place: SaverPlace<Base, Body, Answer, View>,
) {
  const [saver] = useState(() => new Saver(place))
  useEffect(() => saver.follow(place))
  return useCallback((force = false) => saver.save(force), [saver])
}

export interface SaverOptions {
  readonly definition: AnyRecord
  readonly state: FormState
  readonly dispatch: Dispatch<FormEvent>
  readonly keys: readonly string[]
  readonly ownerId?: number | undefined
}

type RecordNews = SaverNews<StoredForm, OutgoingValues, RecordView>

/** The saver of a record’s form. A newer version of somebody else is always shown, field by field. */
export function useSaver({ definition, state, dispatch, keys, ownerId }: SaverOptions) {
  const { name } = definition
  return useSaverOf<StoredForm, OutgoingValues, Head, RecordView>({
    now: () => ({ id: state.id, version: state.version, base: state.saved }),
    outgoing: ({ id, version, base }) => outgoing(definition, { ...state, id, version, saved: base }, keys),
    create: (body, key) => recordApi.create(name, body, ownerId, key),
    change: (id, body, version) => recordApi.save(name, id, body, version),
    read: (id) => recordApi.read(name, id),
    isOwn: (view, { body, version }) => isOwnSave(view, { ...body, version }),
    goesTogether: () => false,
    after: (base, { values, attachments }) => ({
      values: { ...base.values, ...values },
      files: attachments ?? base.files,
    }),
    tell: (news) => dispatch(eventOf(news)),
  })
}

function eventOf(news: RecordNews): FormEvent {
  if (news.type !== 'saved') return news
  const { stored, out } = news
  return {
    type: 'saved',
    id: stored.id,
    version: stored.version,
    saved: stored.base,
    left: out.unreadable.length,
  }
}
