import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import classes from './TabLinks.module.css'
import { useSideways } from './use-sideways.ts'

type Tab = {
  to: string
  label: ReactNode
  count?: number
  icon?: ReactNode
  end?: boolean /** Where the path alone does not tell. */
  current?: boolean /** The pointer or the focus is on it: what it leads to may be fetched. */
  onNear?: () => void
}
type Props = { label: string; tabs: readonly Tab[]; level?: 'first' | 'second' }

/** Pages, not panels: links in a navigation. The second level is a tint without a bar, so that two rows never look alike. */
export function TabLinks({ label, tabs, level = 'first' }: Props) {
  const list = useRef<HTMLElement>(null)
  const sideways = useSideways(list)
  const { pathname, search } = useLocation()
  // where the row is wider than the screen, the open page is in sight
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which tab is the current one
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [pathname, search])
  return (
    <nav ref={list} className={`${classes.tabs} ${classes[level]} ${sideways}`} aria-label={label}>
      {tabs.map((tab) =>
        tab.current === undefined ? (
          <NavLink key={tab.to} to={tab.to} end={tab.end} className={classes.tab} onPointerEnter={tab.onNear} onFocus={tab.onNear}>
            <Words tab={tab} />
          </NavLink>
        ) : (
          <Link key={tab.to} to={tab.to} className={classes.tab} aria-current={tab.current ? 'page' : undefined}>
            <Words tab={tab} />
          </Link>
        ),
      )}
    </nav>
  )
}

function Words({ tab }: { tab: Tab }) {
  return (
    <>
      {tab.icon}
      {tab.label}
      {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
    </>
  )
}
