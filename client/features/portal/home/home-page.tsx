import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { homeAnswer, type Home, type PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { wordsOfRich } from '../../../../catalogue/kinds/rich-text.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { listDate } from '../../../platform/format.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { PortalText } from '../portal-text.tsx'
import { onePath, publicRoute } from '../../../../catalogue/contents/public.ts'
import { Carousel } from './carousel.tsx'
import { GoLink } from '../go-link.tsx'
import { Days } from './days.tsx'
import { HotResources } from '../hot.tsx'
import { FiguresBand } from './figures-band.tsx'
import { PortalFrame } from '../frame/portal-frame.tsx'
import { Portrait } from './portrait.tsx'
import { textOf } from '../read-field.ts'
import { useRead } from '../use-read.ts'

/** The front page: one answer of the server, drawn like the front page of a newspaper. */
export function PortalHomePage() {
  usePageTitle('首页')
  const { data, error, retry } = useRead('/api/v1/portal/home', homeAnswer)
  return (
    <PortalFrame front>
      {error !== null && (
        <div className="portal-width">
          <ErrorBox title="首页打开失败" detail={sentenceOf(error)} onRetry={retry} />
        </div>
      )}
      {data ? <Front home={data} /> : <div className="portal-wait" aria-busy={error === null} />}
    </PortalFrame>
  )
}

function Front({ home }: { home: Home }) {
  const { banners, notices, noticeTotal, policies, news, links, blocks, teachers } = home
  return (
    <>
      <div className="portal-width portal-top">
        {banners.length > 0 && <Carousel slides={banners} />}
        <div className="portal-notices">
          <Column title="通知公告" to={publicRoute('notice').path} more={`全部 ${noticeTotal} 条`}>
            <Rows list={notices} empty="暂无通知公告。" />
          </Column>
          {links.length > 0 && <Quick links={links} />}
        </div>
      </div>
      <div className="portal-width portal-three">
        <Column title="政策文件" to={publicRoute('policy').path} more="按类别查">
          <Policies policies={policies} />
        </Column>
        <Column title="培训动态" to={publicRoute('trainingNews').path} more="更多">
          <Rows list={news} type="trainingNews" empty="暂无培训动态。" />
        </Column>
        <Column title="教研活动" to={publicRoute('teachingActivity').path} more="全部">
          <Days list={home.activities} />
        </Column>
      </div>
      <FiguresBand />
      {blocks.length > 0 && <Blocks blocks={blocks} />}
      <div className="portal-width portal-three portal-below">
        {teachers.length > 0 && (
          <Column title="名师风采">
            <Teachers teachers={teachers} />
          </Column>
        )}
        <Column title="名师工作室" to={publicRoute('studio').path} more="全部">
          <Studios studios={home.studios} />
        </Column>
        <div className="portal-stack">
          <Column title="资源热榜" to={publicRoute('resource').path} more="全部">
            <HotResources list={home.hotResources} />
          </Column>
          {home.more.length > 0 && (
            <Column title="常用网站">
              <Sites more={home.more} />
            </Column>
          )}
        </div>
      </div>
    </>
  )
}

function Quick({ links }: Pick<Home, 'links'>) {
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

function Policies({ policies }: Pick<Home, 'policies'>) {
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
function Blocks({ blocks }: Pick<Home, 'blocks'>) {
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

function Studios({ studios }: Pick<Home, 'studios'>) {
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

function Sites({ more }: Pick<Home, 'more'>) {
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
function Teachers({ teachers: [first, ...others] }: Pick<Home, 'teachers'>) {
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

function Column({
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

function Rows({
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
