import { useRef, useState, type RefObject } from 'react'
import type { CheckpointShown, WatchView } from '../../../catalogue/contract/watch.ts'
import { missingOf, passageOf, rightAmong } from '../../../catalogue/watch/completion.ts'
import { less, lengthOf } from '../../../catalogue/watch/stretches.ts'
import { clockText, deviceText } from '../../../catalogue/watch/words.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Recording } from '../../viewer/recording.tsx'
import { CheckpointCard } from './checkpoint-card.tsx'
import type { PlayerState } from './beat-sender.ts'
import { useFollow } from './use-follow.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import type { WatchedLesson } from './use-watch-calls.ts'
import { WatchBar } from './watch-bar.tsx'
import './watch.css'

/** A recording with its addresses; sound, too, is played as film, with captions and questions. */
interface WatchedFilm {
  readonly name: string
  readonly url: string
  readonly captions: string | null
  readonly slides: string | null
}

const rates = [0.75, 1, 1.25, 1.5, 2]

/**
 * Plays a lesson: its questions stand over the film, and below it what counts and what is missing. Without
 * `of` it is a preview: it stops at questions, and nothing is told.
 */
export function WatchPlayer({
  of,
  film,
  view,
}: {
  of: WatchedLesson | null
  film: WatchedFilm
  view: WatchView
}) {
  const player = useRef<HTMLVideoElement>(null)
  const { state, isBegun, asked, ask, answer } = useFollow(of, view, player)
  const question = view.checkpoints.find(({ no }) => no === asked)
  usePlayerKeys(player, question === undefined)
  const play = (at?: number) => {
    if (!player.current) return
    if (at !== undefined) player.current.currentTime = at
    void player.current.play().catch(() => undefined)
  }
  const setRate = (rate: number) => {
    if (player.current) player.current.playbackRate = rate
  }
  const close = () => {
    ask(null)
    player.current?.focus()
  }
  return (
    <div className="watch-stack" data-testid="watch-player">
      <div className="watch-film">
        <Recording
          type="video"
          url={film.url}
          name={film.name}
          captions={film.captions}
          player={player}
          onLength={() => goOn(player, view)}
        />
        {question && (
          <CheckpointCard
            key={question.no}
            question={{ ...question, passageSeen: passageOf(question, view.seen).seen }}
            place={`第 ${view.checkpoints.indexOf(question) + 1} 题，共 ${view.checkpoints.length} 题`}
            onAnswer={answer && ((choice) => answer(question.no, choice))}
            onPassage={() => {
              ask(null)
              play(question.passage[0])
            }}
            onClose={close}
          />
        )}
      </div>
      <ServerWord state={state} onTake={() => play()} />
      <Controls view={view} film={film} isBegun={isBegun} onRate={setRate} onPlay={play} />
      {of !== null && <WatchBar view={view} testId="watch-bar" />}
      <Marks view={view} onAsk={ask} />
      {of !== null && <Missing view={view} />}
    </div>
  )
}

/** Where somebody left the lesson; null where it begins anew, since it was not begun or played to its end. */
const leftAt = ({ resume, length }: WatchView): WatchView['resume'] =>
  resume && resume.at < length - 5 ? resume : null

/** Puts the player where the lesson was left, once the film is known. */
function goOn(player: RefObject<HTMLVideoElement | null>, view: WatchView): void {
  const left = leftAt(view)
  if (player.current && left) player.current.currentTime = left.at
}

/** What the server says about the player. */
function ServerWord({ state, onTake }: { state: PlayerState; onTake: () => void }) {
  return (
    <output aria-live="polite">
      {state.kind === 'busy' && (
        <p className="watch-told watch-busy">
          正在{deviceText(state.device)}上播放，这里已停：一个人的时间只计一处。
          <Button onClick={onTake}>改在这里看</Button>
        </p>
      )}
      {state.kind === 'offline' && (
        <p className="watch-told watch-busy">网络断了，可以接着看；接上网以后补报，不会丢。</p>
      )}
      {state.kind === 'refused' && <p className="watch-told watch-busy">{state.sentence}</p>}
    </output>
  )
}

function Controls({
  view,
  film,
  isBegun,
  onRate,
  onPlay,
}: {
  view: WatchView
  isBegun: boolean
  film: WatchedFilm
  onRate: (rate: number) => void
  onPlay: (at?: number) => void
}) {
  const [rate, setRate] = useState('1')
  const left = leftAt(view)
  const missed = less(view.played, view.seen)
  const [first] = missed
  return (
    <div className="watch-acts">
      {left && !isBegun && (
        <Button look="primary" icon="play" onClick={() => onPlay(left.at)}>
          从 {clockText(left.at)} 接着看（上次在{deviceText(left.device)}）
        </Button>
      )}
      {first && <Button onClick={() => onPlay(first[0])}>补看没计的 {clockText(lengthOf(missed))}</Button>}
      <Choice
        isRequired
        label={`倍速（本课最多计到 ${view.cap}×）`}
        value={rate}
        options={rates.map((one) => ({ code: String(one), label: `${one}×` }))}
        onChange={(code) => {
          setRate(code)
          onRate(Number(code))
        }}
      />
      {film.slides !== null && (
        <a href={film.slides} target="_blank" rel="noopener noreferrer">
          讲义
        </a>
      )}
      <span className="watch-keys x-faint x-note">键盘：K 播放或暂停，J 后退 10 秒，L 前进 10 秒</span>
    </div>
  )
}

function Marks({ view, onAsk }: { view: WatchView; onAsk: (no: number) => void }) {
  if (view.checkpoints.length === 0) return null
  const word = ({ rightAt, tries }: CheckpointShown) =>
    rightAt !== null ? '已答对' : tries > 0 ? '答错了，再答' : '未答'
  return (
    <ul className="watch-marks" aria-label="检查题">
      {view.checkpoints.map((one) => (
        <li key={one.no}>
          {one.rightAt === null ? (
            <Button look="text" onClick={() => onAsk(one.no)}>
              {clockText(one.second)} {word(one)}
              {!one.required && '（选答）'}
            </Button>
          ) : (
            <span className="x-soft">
              <Icon name="pass" /> {clockText(one.second)} {word(one)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What is missing until the lesson is complete. */
function Missing({ view }: { view: WatchView }) {
  const required = view.checkpoints.filter((one) => one.required).length
  const { seconds, checkpoints } = missingOf(view, view.seen, rightAmong(view.checkpoints))
  const open = checkpoints.length
  const parts = [...(seconds > 0 ? [clockText(seconds)] : []), ...(open > 0 ? [`${open} 题`] : [])]
  return (
    <p className="x-dense" data-testid="watch-missing">
      {view.replaced && <b>录像更换过，请从头看新的。</b>}
      看满 {clockText(view.needed)}
      {required > 0 && `，并答对 ${required} 题`}即完成。
      <b>{view.completeAt !== null ? '已完成。' : parts.length > 0 ? `还差 ${parts.join('和 ')}。` : ''}</b>
    </p>
  )
}

/** How what is played is counted, in words. */
export function CountingRule({ rate, lateMinutes }: { rate: number; lateMinutes: number }) {
  return (
    <p className="x-soft x-dense">
      只计放过的秒，同一秒只计一次；放得再快，也不会比时钟快过 {rate} 倍；同一时间只计一处。断网时看的，回来后{' '}
      {lateMinutes} 分钟以内的照计。不弹窗，不看鼠标。
    </p>
  )
}
