import { sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useBasket, useBasketPut } from './use-papers.ts'

/** Puts a question aside for a paper, or takes it out. */
export function BasketButton({ question }: { question: number }) {
  const held = useBasket().data?.list ?? []
  const put = useBasketPut()
  const isIn = held.some((one) => one.question === question)
  return (
    <Button
      aria-pressed={isIn}
      busy={put.isPending}
      onClick={() =>
        put.mutate({ question, on: !isIn }, { onError: (error) => notify.error(sentenceOf(error)) })
      }
    >
      {isIn ? `已在试题篮（${held.length}）` : '加入试题篮'}
    </Button>
  )
}
