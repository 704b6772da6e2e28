import { Link } from 'react-router'
import { recentOf, type Recent } from './recent.ts'

/** Before anything is typed: what was opened from here lately, or what can be typed. */
export function Lately({ identity, onOpen }: { identity: number; onOpen: (line: Recent) => void }) {
  const recent = recentOf(identity)
  if (recent.length === 0)
    return <p className="find-word">输入姓名、拼音首字母、单位名称、标题或功能名称，例如 lsy、学习经历。</p>
  return (
    <section className="find-lately" aria-labelledby="find-lately">
      <h2 id="find-lately">最近打开</h2>
      <ul>
        {recent.map((one) => (
          <li key={one.link}>
            <Link to={one.link} onClick={() => onOpen(one)}>
              {one.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
