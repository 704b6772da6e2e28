import { useMutation, useQueryClient } from '@tanstack/react-query'
import { actionResult } from '../../../catalogue/contract/archive/records.ts'
import type { Submission } from '../../../catalogue/contract/workspace.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'

type Act = 'withdraw' | 'submit'

/** Takes a submission back after asking, and offers to hand it in again at once. */
export function useWithdraw() {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ item, act }: { item: Submission; act: Act }) =>
      api.post(`/api/v1/records/${item.type}/${item.id}/${act}`, { schema: actionResult, body: {} }),
    onSuccess(_, { item, act }) {
      if (act === 'submit') return notify.success('已重新提交审核')
      notify.success('已撤回，可以修改后再提交', {
        action: { label: '重新提交', run: () => mutate({ item, act: 'submit' }) },
      })
    },
    onError: (error) => notify.warn(sentenceOf(error)),
    // Refused as well: then somebody acted in the meantime and the list is old.
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['workbench'] }),
        cache.invalidateQueries({ queryKey: ['records'] }),
      ]),
  })

  async function ask(item: Submission) {
    const yes = await confirm({
      title: `撤回“${item.summary || item.title}”？`,
      text: '撤回后不再审核，资料回到您这里，可以修改后重新提交。重新提交要从第一级审起。',
      ok: '撤回',
    })
    if (yes) mutate({ item, act: 'withdraw' })
  }

  return { ask: (item: Submission) => void ask(item), isPending }
}
