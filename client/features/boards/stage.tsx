import { useState, type ReactNode } from 'react'
import { boards } from '../../../catalogue/boards/board.ts'
import type { Screen } from '../../../catalogue/contract/analysis/boards.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Board } from './board.tsx'
import { BoardControls } from './controls.tsx'
import { HeadLeft, HeadRight } from './head.tsx'
import { titleOf } from './shown.ts'
import { stepFrom, stepsOf, tourPlaces, useTour, type TourStep } from './tour.ts'
import { useIdle } from './use-idle.ts'
import { useKeys } from './use-keys.ts'
import { useScreen, type Source } from './use-screen.ts'

interface StageProps {
  readonly source: Source
  readonly begin: number | null
  readonly back?: ReactNode
}

/** A board from edge to edge, until its first figures are there, or why it does not open. */
export function Stage({ source, begin, back }: StageProps) {
  const [place, setPlace] = useState(begin)
  const answer = useScreen(source, place)
  const { data, error, isRefused, isBehind, refetch } = answer
  // A place of the tour may have been closed since: the board goes on where it began.
  if (isRefused && place !== begin) setPlace(begin)
  const title = 'board' in source ? boards[source.board].title : '数据大屏'
  usePageTitle(data ? titleOf(data.layout, data) : title)
  if (data && !isRefused) return <Running screen={data} isBehind={isBehind} onPlace={setPlace} back={back} />
  return (
    <main className="bd-wall bd-waiting">
      <h1 tabIndex={-1}>{title}</h1>
      {error ? (
        <>
          <ErrorBox title="大屏打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
          {back}
        </>
      ) : (
        <Skeleton lines={12} />
      )}
    </main>
  )
}

interface RunningProps {
  readonly screen: Screen
  readonly isBehind: boolean
  readonly onPlace: (id: number) => void
  readonly back: ReactNode
}

function toggleFull(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
  // A browser may not allow it: the board stays as it is.
  done.catch(() => undefined)
}

/** Steps of the tour: those worked out at the head of the way down hold while it visits the places below. */
function useSteps(screen: Screen): TourStep[] {
  const root = screen.path[0]?.id ?? screen.place.id
  const [kept, setKept] = useState<{ root: number; places: readonly number[] }>({ root: 0, places: [] })
  const places = tourPlaces(screen)
  if (places.length > 0 && (kept.root !== root || kept.places.join() !== places.join()))
    setKept({ root, places })
  const known = kept.root === root ? kept.places : places
  return stepsOf(known.length > 0 ? known : [screen.place.id], screen.layout.pages.length)
}

function Running({ screen, isBehind, onPlace, back }: RunningProps) {
  const { layout, place } = screen
  const [chosen, setPage] = useState(0)
  const [asTable, setAsTable] = useState(false)
  const idle = useIdle()
  const page = Math.min(chosen, layout.pages.length - 1)
  const steps = useSteps(screen)
  const goTo = (step: TourStep | undefined) => {
    if (!step) return
    setPage(step.page)
    if (step.placeId !== place.id) onPlace(step.placeId)
  }
  const now = { placeId: place.id, page }
  const next = () => goTo(stepFrom(steps, now, 1))
  const previous = () => goTo(stepFrom(steps, now, -1))
  const { seconds, auto } = layout.tour
  const tour = useTour({ seconds, auto, shown: `${place.id}/${page}`, onStep: next })
  const toggleTour = () => tour.setRunning(!tour.running)
  const toggleTable = () => setAsTable(!asTable)
  useKeys({ next, previous, toggleTour, toggleTable, toggleFull })
  const stepTo = (id: number) => {
    tour.setRunning(false)
    onPlace(id)
  }
  return (
    <main className={idle ? 'bd-stage bd-idle' : 'bd-stage'}>
      <Board
        screen={screen}
        page={page}
        asTable={asTable}
        onStep={screen.places.length > 0 ? ({ id }) => stepTo(id) : undefined}
        left={<HeadLeft screen={screen} isBehind={isBehind} onPlace={stepTo} />}
        right={<HeadRight screen={screen} />}
        foot={
          <BoardControls
            screen={screen}
            page={page}
            onPage={setPage}
            steps={steps.length}
            running={tour.running}
            asTable={asTable}
            acts={{ next, previous, toggleTour, toggleTable, toggleFull }}
            back={back}
          />
        }
      />
      <output className="x-hidden">
        {tour.running ? '' : `${place.area}，${layout.pages[page]?.title ?? ''}`}
      </output>
    </main>
  )
}
