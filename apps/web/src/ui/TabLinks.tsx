import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import classes from './TabLinks.module.css'

type Props = { label: string; tabs: readonly { to: string; label: ReactNode; count?: number; icon?: ReactNode; end?: boolean }[]; level?: 'first' | 'second' }

/** Pages, not panels: links in a navigation. The second level is a tint without a bar, so that two rows never look alike. */
export function TabLinks({ label, tabs, level = 'first' }: Props) {
  return (
    <nav className={`${classes.tabs} ${classes[level]}`} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end} className={classes.tab}>
          {tab.icon}
          {tab.label}
          {tab.count === undefined ? null : <span className={classes.count}>{tab.count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
