import type { HabitGoalKind } from '@sukoyaka/wire/care/habit'
import { IconCoffee, IconMoon, IconShoe, IconSoup, IconStethoscope, IconTarget, IconVaccine } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../ui/overlay/Tooltip.tsx'
import classes from './KindIcon.module.css'

const icons = { meal: IconSoup, preference: IconCoffee, sport: IconShoe, sleep: IconMoon, checkup: IconStethoscope, vaccine: IconVaccine, other: IconTarget }

/** Decorative icon, used next to the kind's name. */
export function KindPicture({ kind }: { kind: HabitGoalKind }) {
  const Icon = icons[kind]
  return <Icon className={classes.picture} aria-hidden />
}

/** Icon alone, with the kind's name as tooltip and accessible label. */
export function KindIcon({ kind }: { kind: HabitGoalKind }) {
  const { t } = useTranslation('habit')
  const word = t(`kind.${kind}`)
  return (
    <Tooltip label={word}>
      <span className={classes.kind}>
        <KindPicture kind={kind} />
        <span className="visually-hidden">{word}</span>
      </span>
    </Tooltip>
  )
}
