import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { fullDate } from '../../../platform/format.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { GoLink } from '../go-link.tsx'
import { fileOf, textOf } from '../read-field.ts'

const eachMs = 7_000

/** The banners do not turn by themselves where the system asks for less motion. */
const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The banners, one at a time. They turn by themselves until somebody points at them, tabs into them or
 * presses pause; arrow keys turn them. All lie in the same cell, so that the largest sets the height and
 * nothing below moves.
 */
export function Carousel({ slides }: { slides: readonly PublicContent[] }) {
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(still)
  const [held, setHeld] = useState(false)
  const box = useRef<HTMLElement>(null)
  const last = slides.length
  const turn = (by: number) => setAt((now) => (now + by + last) % last)
  useEffect(() => {
    if (paused || held || last < 2) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt((now) => (now + 1) % last)
    }, eachMs)
    return () => clearInterval(timer)
  }, [paused, held, last])
  useEffect(() => {
    const hold = () => setHeld(true)
    const free = () => setHeld(false)
    const element = box.current
    const events = [
      ['pointerenter', hold],
      ['focusin', hold],
      ['pointerleave', free],
      ['focusout', free],
    ] as const
    for (const [name, act] of events) element?.addEventListener(name, act)
    return () => {
      for (const [name, act] of events) element?.removeEventListener(name, act)
    }
  }, [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') turn(-1)
    if (event.key === 'ArrowRight') turn(1)
  }
  return (
    <section
      className="portal-carousel"
      aria-roledescription="轮播"
      aria-label="横幅"
      data-testid="carousel"
      ref={box}
    >
      <div className="portal-slides" aria-live={paused || held ? 'polite' : 'off'}>
        {slides.map((slide, place) => (
          <article
            key={slide.id}
            className="portal-slide"
            data-shown={place === at || undefined}
            inert={place !== at}
          >
            <div className="portal-picture">
              {fileOf(slide, 'image') && (
                <img
                  src={fileOf(slide, 'image')?.url}
                  alt=""
                  width={1120}
                  height={560}
                  {...(place === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
                />
              )}
            </div>
            <h2 className="x-display">
              {textOf(slide, 'linkUrl') ? (
                <GoLink to={textOf(slide, 'linkUrl')} openMode={textOf(slide, 'openMode')}>
                  {textOf(slide, 'title')}
                </GoLink>
              ) : (
                textOf(slide, 'title')
              )}
            </h2>
            <p>{textOf(slide, 'summary')}</p>
            <p className="x-soft x-dense">
              <time dateTime={slide.publish_time}>{`${fullDate(slide.publish_time)} 发布`}</time>
            </p>
          </article>
        ))}
      </div>
      {last > 1 && (
        <div className="portal-turn">
          <button type="button" aria-label="上一条" onClick={() => turn(-1)} onKeyDown={onKey}>
            <Icon name="left" />
          </button>
          <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)} onKeyDown={onKey}>
            {paused ? '继续轮播' : '暂停轮播'}
          </button>
          <button type="button" aria-label="下一条" onClick={() => turn(1)} onKeyDown={onKey}>
            <Icon name="right" />
          </button>
          <span className="x-soft">
            第 {at + 1} 条，共 {last} 条
          </span>
        </div>
      )}
    </section>
  )
}
