import { useState } from 'react'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import type { SaverNews } from '../../engine/form/saver.ts'
import { useSaverOf } from '../../engine/form/use-saver.ts'
import type { Faults } from '../../platform/api/use-act.ts'
import {
  bodyOver,
  conflictsWith,
  isOwnNotice,
  type CampaignBody,
  type CampaignDraft,
} from './campaign-saving.ts'
import { useCampaignCalls } from './use-campaigns.ts'

interface SavingProps {
  readonly definition: AnyCampaign
  readonly view: CampaignView | null
  /** The notice as the form opened it, and what is typed now. */
  readonly start: CampaignDraft
  readonly typed: CampaignDraft
  /** In whose name a person begins it. */
  readonly office?: number | undefined
}

type StoredNotice = CampaignView | null

/**
 * Saves the form of a notice by the saver that all forms share: a lost answer makes no second notice, and what
 * somebody else changed in other fields stays. Answers the notice, or null where it was refused.
 */
export function useCampaignSaving({ definition, view, start, typed, office }: SavingProps) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const { create, edit, read } = useCampaignCalls(definition.name)
  const shown = ['title', 'collects', ...Object.keys(definition.fields)]
  const tell = (news: SaverNews<StoredNotice, CampaignBody, CampaignView>) => {
    setBusy(news.type === 'saving')
    if (news.type === 'saving') setFaults({})
    else if (news.type === 'failed') setFaults({ form: news.message })
    else if (news.type === 'newer')
      setFaults(conflictWords(definition, conflictsWith(start, typed, news.view)))
    else if (news.type === 'refused') {
      const named = news.faults.filter(({ field }) => shown.includes(field))
      setFaults(
        named.length > 0
          ? Object.fromEntries(named.map(({ field, message }) => [field, message]))
          : { form: news.message },
      )
    }
  }
  const save = useSaverOf<StoredNotice, CampaignBody, CampaignView, CampaignView>({
    now: () => ({ id: view?.id ?? null, version: view?.version ?? 0, base: view }),
    outgoing: ({ base }) => bodyOver(base, start, typed),
    create: ({ title, collects, value }, key) =>
      create({ title, collects, value, ...(office !== undefined && { office }) }, key),
    change: (id, { title, value }, version) => edit(id, { version, title, value }),
    read,
    isOwn: isOwnNotice,
    goesTogether: (_before, _body, theirs) => conflictsWith(start, typed, theirs).length === 0,
    // Over a newer version of somebody else the body is worked out anew.
    after: (_base, _body, answer) => answer,
    tell,
  })
  return { busy, faults, setFaults, save: async () => (await save(true))?.base ?? null }
}

/** Says at each field that somebody else changed it, too; what was typed here stays in the form. */
const conflictWords = (definition: AnyCampaign, keys: readonly string[]): Faults => ({
  form: `您填写期间，他人改过${definition.called}的${keys
    .map((key) => (key === 'title' ? '标题' : (definition.fields[key]?.label ?? key)))
    .join('、')}。您的填写还在，没有保存；请回到上一页看过新的内容再改。`,
  ...Object.fromEntries(keys.map((key) => [key, '他人刚改过这一项'])),
})
