import { useMemo, useState } from 'react'
import { boards, type BoardKey } from '../../../../catalogue/boards/board.ts'
import { readLayout, type BoardLayout } from '../../../../catalogue/boards/layout.ts'
import type { BoardDetail } from '../../../../catalogue/contract/analysis/boards.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { FileButton } from '../../../ui/forms/file-button.tsx'
import { StickyBar } from '../../../ui/layout/sticky-bar.tsx'
import { readFile, saveFile } from './file.ts'
import { LayoutFields, PageTabs } from './layout-fields.tsx'
import { PageFields } from './page-fields.tsx'
import { Preview } from './preview.tsx'
import { useBoardActs } from './use-boards.ts'
import { Versions } from './versions.tsx'

/** Steps that can be taken back. */
const mostUndone = 100

/** A layout being edited, with what it was before each change. */
function useDraft(saved: BoardLayout) {
  const [{ now, before }, set] = useState<{ now: BoardLayout; before: readonly BoardLayout[] }>({
    now: saved,
    before: [],
  })
  return {
    now,
    canUndo: before.length > 0,
    change: (layout: BoardLayout) => set({ now: layout, before: [...before, now].slice(-mostUndone) }),
    undo: () => set({ now: before.at(-1) ?? now, before: before.slice(0, -1) }),
    isChanged: JSON.stringify(now) !== JSON.stringify(saved),
  }
}

/** Edits the layout of a board beside its preview; each save is a version of the own office. */
export function LayoutEditor({ board, detail }: { board: BoardKey; detail: BoardDetail }) {
  const draft = useDraft(detail.layout)
  const [page, setPage] = useState(0)
  const { layout, faults } = useMemo(() => readLayout(draft.now, board), [draft.now, board])
  const { version } = useBoardActs()
  useLeaveGuard(draft.isChanged, '离开后对布局的修改不会保存。')
  const shown = Math.min(page, draft.now.pages.length - 1)
  const take = async (no: number) => {
    try {
      const { layout: earlier } = await version(board, no)
      if (!earlier) return notify.warn('这一版用现在的平台不能再打开')
      draft.change(earlier)
      notify.success(`第 ${no} 版已取到编辑区，保存后生效`)
    } catch (error) {
      notify.error(sentenceOf(error))
    }
  }
  return (
    <>
      <div className="bs-editor">
        <div className="bs-form">
          <FileBar board={board} detail={detail} draft={draft} isRight={layout !== null} />
          <LayoutFields layout={draft.now} onChange={draft.change} />
          <PageTabs layout={draft.now} page={shown} onChange={draft.change} onPage={setPage} />
          <PageFields layout={draft.now} page={shown} faults={faults} onChange={draft.change} />
        </div>
        <Preview layout={layout} faults={faults} page={shown} />
      </div>
      <SaveBar board={board} detail={detail} draft={draft} isRight={layout !== null} />
      <Versions versions={detail.versions} onTake={(no) => void take(no)} />
    </>
  )
}

interface BarProps {
  readonly board: BoardKey
  readonly detail: BoardDetail
  readonly draft: ReturnType<typeof useDraft>
  readonly isRight: boolean
}

/** Saving a layout, or going back to the one that holds without an own one; one at a time. */
function useSaving(board: BoardKey, { version }: BoardDetail) {
  const [busy, setBusy] = useState(false)
  const { save } = useBoardActs()
  const run = async (layout: BoardLayout | null, { note, done }: { note: string; done: string }) => {
    setBusy(true)
    try {
      await save(board, { layout, after: version, note })
      notify.success(done)
    } catch (error) {
      notify.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}

/** The layout as a file, and the way back to the layout from above. */
function FileBar({ board, detail, draft, isRight }: BarProps) {
  const { title } = boards[board]
  const { busy, run } = useSaving(board, detail)
  const reset = async () => {
    const text = '本单位的布局不再使用，改用上级或平台的布局；保存过的各版仍在历史版本中。'
    if (await confirm({ title: `恢复“${title}”的默认布局？`, text, ok: '恢复默认' }))
      await run(null, { note: '', done: '已恢复默认布局' })
  }
  const upload = async (file: File) => {
    const { layout, faults } = await readFile(file, board)
    if (layout) {
      draft.change(layout)
      notify.success('已读入布局文件，保存后生效')
    } else notify.warn(faults.map(({ message }) => message).join('；'), { stay: 15_000 })
  }
  return (
    <div className="bs-files">
      <Button icon="download" disabled={!isRight} onClick={() => saveFile(draft.now, title)}>
        下载布局
      </Button>
      <FileButton
        label="上传布局"
        accept=".json,application/json"
        busy={busy}
        onTake={(file) => void upload(file)}
      />
      {detail.origin === 'own' && (
        <Button busy={busy} onClick={() => void reset()}>
          恢复默认
        </Button>
      )}
    </div>
  )
}

function SaveBar({ board, detail, draft, isRight }: BarProps) {
  const [note, setNote] = useState('')
  const { busy, run } = useSaving(board, detail)
  return (
    <StickyBar note={isRight ? undefined : '布局有误，改正后才能保存'}>
      <label className="bs-note">
        说明
        <input value={note} maxLength={100} onChange={({ target }) => setNote(target.value)} />
      </label>
      <Button icon="return" disabled={!draft.canUndo} onClick={draft.undo}>
        撤销一步
      </Button>
      <Button
        look="primary"
        icon="save"
        busy={busy}
        disabled={!isRight || !draft.isChanged}
        onClick={() => void run(draft.now, { note, done: '布局已保存' })}
      >
        保存布局
      </Button>
    </StickyBar>
  )
}
