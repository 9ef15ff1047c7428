import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { scrollAfterLayout } from './after-layout.ts'
import classes from './TabLinks.module.css'
import { useScrollFade } from './use-scroll-fade.ts'

type Tab = {
  to: string
  label: ReactNode
  count?: number
  icon?: ReactNode
  end?: boolean
  /** Overrides the current state, if the path does not determine it. */
  current?: boolean
  /** Called on hover or focus, to prefetch the target; not called if `current` is given. */
  onPrefetch?: () => void
}
type Props = { label: string; tabs: readonly Tab[]; level?: 'first' | 'second' }

/** Navigation links styled as tabs. The second level is a tint without a bar, to distinguish the two levels. */
export function TabLinks({ label, tabs, level = 'first' }: Props) {
  const list = useRef<HTMLElement>(null)
  const scrollClass = useScrollFade(list)
  const { pathname, search } = useLocation()
  // scroll the current tab into view on narrow screens
  // biome-ignore lint/correctness/useExhaustiveDependencies: the URL determines the current tab
  useEffect(() => scrollAfterLayout(list.current, '[aria-current]', { block: 'nearest', inline: 'center' }), [pathname, search])
  return (
    <nav ref={list} className={clsx(classes.tabs, classes[level], scrollClass)} aria-label={label}>
      {tabs.map((tab) =>
        tab.current === undefined ? (
          <NavLink key={tab.to} to={tab.to} end={tab.end} className={classes.tab} onPointerEnter={tab.onPrefetch} onFocus={tab.onPrefetch}>
            <TabContent tab={tab} />
          </NavLink>
        ) : (
          <Link key={tab.to} to={tab.to} className={classes.tab} aria-current={tab.current ? 'page' : undefined}>
            <TabContent tab={tab} />
          </Link>
        ),
      )}
    </nav>
  )
}

function TabContent({ tab }: { tab: Tab }) {
  return (
    <>
      {tab.icon}
      {tab.label}
      {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
    </>
  )
}
