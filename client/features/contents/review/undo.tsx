import { contentView } from '../../../../catalogue/contract/portal/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import { UndoBar, type TakeBack } from '../../../engine/review/undo/undo-bar.tsx'
import { offerUndo } from '../../../engine/review/undo/undo-store.ts'
import { api } from '../../../platform/api/api.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { useContentCalls } from '../use-contents.ts'

/** Names a content among all approvals that can be taken back: numbers of types are their own. */
const keyOf = (type: ContentName, id: number): string => `${type}/${id}`
const kindOf = (type: ContentName): string => `contents/${type}`

/** Offers to take back the agreement just given to a content. */
export const offerContentUndo = (type: ContentName, id: number, summary: string): void =>
  offerUndo([{ type: kindOf(type), id: keyOf(type, id), summary }])

/** Takes agreements back one by one, each at the version that the content has now. */
const takeBack: TakeBack = (keys) =>
  Promise.all(
    keys.map(async (key) => {
      const one = `/api/v1/contents/${key}`
      try {
        const { version } = await api.get(one, { schema: contentView })
        await api.post(`${one}/undo`, { schema: contentView, body: { version } })
        return { id: key, ok: true }
      } catch (error) {
        return { id: key, ok: false, message: sentenceOf(error) }
      }
    }),
  )

/** The agreements of the last minutes to contents of a type. */
export function ContentUndo({ type }: { type: ContentName }) {
  const { forget } = useContentCalls(type)
  return <UndoBar type={kindOf(type)} takeBack={takeBack} onUndone={() => void forget()} />
}
