import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Home, PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { onePath } from '../../../../catalogue/contents/public.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { listDate } from '../../../platform/format.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { GoLink } from '../go-link.tsx'
import { PortalText } from '../portal-text.tsx'
import { textOf } from '../read-field.ts'
import { Portrait } from './portrait.tsx'

export function Quick({ links }: Pick<Home, 'links'>) {
  return (
    <nav className="portal-quick" aria-label="快捷入口">
      {links.map((link) => (
        <GoLink
          key={link.id}
          to={textOf(link, 'url')}
          openMode={textOf(link, 'openMode')}
          activeName={textOf(link, 'activeName')}
        >
          {textOf(link, 'title')}
        </GoLink>
      ))}
    </nav>
  )
}

export function Policies({ policies }: Pick<Home, 'policies'>) {
  return (
    <>
      <ul className="portal-policies">
        {policies.map((policy) => (
          <li key={policy.id}>
            <Link to={onePath('policy', policy.id)}>{textOf(policy, 'title')}</Link>
            <p className="x-soft x-dense">
              <span>{textOf(policy, 'docNo')}</span>
              <span>
                {textOf(policy, 'issuer')}　{listDate(textOf(policy, 'issueDate'))} 发文
              </span>
            </p>
          </li>
        ))}
      </ul>
      {policies.length === 0 && <p className="x-soft">暂无政策文件。</p>}
    </>
  )
}

/** What the administrator says in the middle of the page. */
export function Blocks({ blocks }: Pick<Home, 'blocks'>) {
  return (
    <div className="portal-width portal-blocks">
      {blocks.map((block) => (
        <div key={block.id} className="portal-block">
          <h2 className="x-display">{textOf(block, 'title')}</h2>
          <PortalText compact html={textOf(block, 'content')} />
          {textOf(block, 'linkUrl') && (
            <GoLink to={textOf(block, 'linkUrl')}>
              看详情<span className="x-hidden">：{textOf(block, 'title')}</span>
            </GoLink>
          )}
        </div>
      ))}
    </div>
  )
}

export function Studios({ studios }: Pick<Home, 'studios'>) {
  return (
    <>
      <ul className="portal-sites">
        {studios.map((studio) => (
          <li key={studio.id}>
            <Link to={onePath('studio', studio.id)}>{textOf(studio, 'name')}</Link>
            <p className="x-soft x-dense">{textOf(studio, 'org')}</p>
          </li>
        ))}
      </ul>
      {studios.length === 0 && <p className="x-soft">暂无名师工作室。</p>}
    </>
  )
}

export function Sites({ more }: Pick<Home, 'more'>) {
  return (
    <ul className="portal-sites">
      {more.map((link) => (
        <li key={link.id}>
          <GoLink to={textOf(link, 'url')} openMode={textOf(link, 'openMode')}>
            {textOf(link, 'title')}
          </GoLink>
        </li>
      ))}
    </ul>
  )
}

/** One teacher with words, the others by name. */
export function Teachers({ teachers: [first, ...others] }: Pick<Home, 'teachers'>) {
  return (
    <ul className="portal-teachers">
      {first && (
        <li key={first.id} className="portal-teacher-first">
          <Portrait teacher={first} />
          <div>
            {textOf(first, 'motto') && <p className="portal-motto x-display">“{textOf(first, 'motto')}”</p>}
            <p>
              <b>{textOf(first, 'name')}</b>　{textOf(first, 'org')}
              {first.words['subject'] && `　${first.words['subject']}`}
            </p>
            <p className="x-soft x-dense">{wordsOfRich(textOf(first, 'introduction'))}</p>
          </div>
        </li>
      )}
      {others.map((teacher) => (
        <li key={teacher.id}>
          <Portrait teacher={teacher} />
          <div>
            <b>{textOf(teacher, 'name')}</b>
            <p className="x-soft x-dense">
              {textOf(teacher, 'org')}
              {teacher.words['subject'] && `　${teacher.words['subject']}`}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Column({
  title,
  to,
  more,
  children,
}: {
  title: string
  to?: string
  more?: string
  children: ReactNode
}) {
  return (
    <section className="portal-column">
      <div className="portal-column-head">
        <h2 className="x-display">{title}</h2>
        {to && (
          <Link to={to}>
            {more}
            <span className="x-hidden">，{title}</span>
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

export function Rows({
  list,
  type = 'notice',
  empty,
}: {
  list: readonly PublicContent[]
  type?: 'notice' | 'trainingNews'
  empty: string
}) {
  if (list.length === 0) return <p className="x-soft">{empty}</p>
  return (
    <ul className="portal-rows">
      {list.map((one) => (
        <li key={one.id} className={one.is_top ? 'portal-row-top' : undefined}>
          <time dateTime={one.publish_time}>
            {listDate(one.publish_time)}
            <span className="x-hidden">发布</span>
          </time>
          <Link to={onePath(type, one.id)}>{textOf(one, 'title')}</Link>
          {one.is_top && (
            <span className="portal-pin">
              <Icon name="pin" />
              置顶
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
