import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../platform/api/api.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Takes somebody out again whom the school registered by mistake; the server refuses everybody else. */
export function RemoveMistaken({ teacherId, name }: { teacherId: number; name: string }) {
  const cache = useQueryClient()
  const remove = async () => {
    const yes = await confirm({
      title: `删除${name}？`,
      text: '只用于录错的：连同账号和基本信息一起删除，不能恢复。离开学校的请办理状态变更。',
      ok: '删除录错的教师',
      danger: true,
    })
    if (!yes) return
    await api.del(`/api/v1/teacher/${teacherId}`, { schema: z.boolean() })
    notify.success('已删除')
    await cache.invalidateQueries({ queryKey: ['records'] })
  }
  return (
    <Button
      look="text"
      onClick={() => void remove().catch((error: unknown) => notify.warn(sentenceOf(error)))}
    >
      删除（录错的）
    </Button>
  )
}
