import { useCallback, useEffect, useState } from 'react'
import { z } from 'zod'
import { chainShape, type ChainView } from '../../../catalogue/contract/archive/chains.ts'
import type { Step } from '../../../catalogue/define.ts'
import { sameChain } from '../../../catalogue/flows/chain.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

const kept = z.object({ chain: chainShape, note: z.string() })

/**
 * What is being changed, kept on this computer until it is published or given up. Somebody else may have
 * published meanwhile: then it goes on from their version, and says so.
 */
export function useChainDraft(type: string, view: ChainView) {
  const key = `chains/${type}`
  const [found] = useState(() => {
    const draft = draftOf(key)
    const read = kept.safeParse(draft?.values)
    return read.success ? { ...read.data, outdated: draft?.version !== view.version } : null
  })
  const [chain, setChain] = useState<readonly Step[]>(found?.chain ?? view.chain)
  const [note, setNote] = useState(found?.note ?? '')
  const [basedOn] = useState(view.version)
  const changed = !sameChain(chain, view.chain)
  useEffect(() => {
    if (changed || note !== '') keepDraft(key, { chain, note }, basedOn)
    else dropDraft(key)
  }, [key, chain, note, changed, basedOn])
  const drop = useCallback(() => dropDraft(key), [key])
  return {
    chain,
    setChain,
    note,
    setNote,
    basedOn,
    changed,
    drop,
    resumed: found !== null,
    outdated: found?.outdated === true,
  }
}

export type ChainDraft = ReturnType<typeof useChainDraft>
