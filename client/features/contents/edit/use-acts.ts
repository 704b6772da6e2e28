import { useState } from 'react'
import { z } from 'zod'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentAction, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { useContentCalls } from '../use-contents.ts'
import { gapsIn } from './prefill.ts'
import { faultsOf, type ContentFormState } from './use-content-form.ts'

/** Times as the control has them, without a zone; empty for at once, and for without end. */
interface Times {
  readonly publishAt: string
  readonly takeDownAt: string
}

/**
 * A time of the control, which knows no zone, as an instant: the portal's clocks are those of Asia/Shanghai.
 */
const instantOf = (typed: string): string | null => (typed === '' ? null : `${typed}:00+08:00`)

interface ActsProps {
  readonly type: ContentName
  readonly view: ContentView | null
  readonly content: ContentFormState
}

/** Saves what is not saved yet and publishes it, or submits it where others have to agree. */
function useHandIn({ type, view, content }: ActsProps) {
  const { act } = useContentCalls(type)
  const [times, setTimes] = useState<Times>({ publishAt: '', takeDownAt: '' })
  const handIn = async () => {
    const gaps = gapsIn(contents[type], content.form.values)
    if (Object.keys(gaps).length > 0) return content.show(gaps)
    const saved = content.form.typed || !view ? await content.keep() : view
    if (!saved) return
    try {
      const body = {
        version: saved.version,
        publishAt: instantOf(times.publishAt),
        takeDownAt: instantOf(times.takeDownAt),
      }
      const after = await act.mutateAsync({ id: saved.id, name: 'publish', body })
      notify.success(after.state === 'inReview' ? '已送审' : '已发布')
    } catch (error) {
      // The form of a new content gives way to that of the saved one, and its faults with it.
      if (view) content.show(faultsOf(error))
      else notify.warn(`已存为草稿，未提交：${sentenceOf(error)}`)
    }
    content.settle(saved)
  }
  return { handIn, times, setTimes, sending: act.isPending }
}

/** The acts on one content, and why the last one failed. */
export function useActs({ onGone, ...acted }: ActsProps & { readonly onGone: () => void }) {
  const { type, view } = acted
  const { act, forget } = useContentCalls(type)
  const { sending, ...handing } = useHandIn(acted)
  const [fault, setFault] = useState('')
  const run = async (name: ContentAction, body: object, done: string) => {
    if (!view) return
    setFault('')
    try {
      await act.mutateAsync({ id: view.id, name, body: { version: view.version, ...body } })
      notify.success(done)
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  const remove = async () => {
    if (!view) return
    if (!(await confirm({ title: '删除该草稿？', text: '删除后不能找回。', ok: '删除', danger: true })))
      return
    try {
      await api.del(`/api/v1/contents/${type}/${view.id}`, { schema: z.boolean() })
      void forget()
      onGone()
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  const takeDown = async () => {
    const question = {
      title: '下架？',
      text: '读者马上看不到；内容和历次版本都还在，可以再发布。',
      ok: '下架',
      danger: true,
    }
    if (await confirm(question)) await run('takeDown', {}, '已下架')
  }
  return { ...handing, run, remove, takeDown, fault, busy: act.isPending || sending }
}
export type Acts = ReturnType<typeof useActs>
