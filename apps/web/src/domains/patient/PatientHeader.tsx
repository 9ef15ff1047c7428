import { fullName, honorific, toHiragana } from '@sukoyaka/rules/person'
import type { Patient } from '@sukoyaka/wire/people/patient'
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { Avatar } from '../../ui/status/Avatar.tsx'
import { CareTeam } from './CareTeam.tsx'
import { chatSlot } from './chat-slot.ts'
import classes from './PatientHeader.module.css'
import { usePatientFacts } from './words.ts'

type Props = { patient: Patient; contract: ReactNode; alert: ReactNode; tabs: ReactNode; actions?: ReactNode }

/** Header with all facts, for windows wider than a phone. */
export function PatientHeader({ patient, contract, alert, tabs, actions }: Props) {
  const facts = usePatientFacts(patient)
  return (
    <header className={classes.full}>
      <div className={classes.header}>
        <span className={classes.avatar}>
          <Avatar person={patient} size={56} />
        </span>
        <div className={classes.words}>
          <div className={classes.line}>
            <Name patient={patient} />
            <p className={classes.facts}>
              {[facts.age, facts.sex, facts.born].filter(Boolean).map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
          </div>
          <div className={classes.badges}>
            {contract}
            {alert}
          </div>
        </div>
        <div className={classes.team}>
          <CareTeam team={patient.care_people ?? []} />
        </div>
        {actions ? <div className={classes.actions}>{actions}</div> : null}
      </div>
      <div className={classes.tabs}>{tabs}</div>
    </header>
  )
}

type CondensedProps = Pick<Props, 'alert' | 'tabs'> & {
  patient: Patient | undefined
  skeleton: boolean
  /** Set for users with a patient list; its button shows on phones only. */
  onOpenList: (() => void) | undefined
  /** Menu of actions, for phones. */
  menu?: ReactNode
}

/** One-line header for phones and for pages that need the height. Rendered before the patient loads to avoid layout shift. */
export function CondensedPatientHeader({ patient, skeleton, alert, tabs, onOpenList, menu }: CondensedProps) {
  return (
    <header className={classes.condensed} aria-busy={skeleton || undefined}>
      {onOpenList ? <ListButton onOpenList={onOpenList} /> : null}
      {patient ? <PatientIdentity patient={patient} /> : <div className={classes.who}>{skeleton ? <Skeleton width={220} height={20} /> : null}</div>}
      {alert}
      <span className={classes.grow} />
      <span className={classes.tools}>
        <span ref={chatSlot} className={classes.chat} />
        {menu}
      </span>
      {tabs}
    </header>
  )
}

function PatientIdentity({ patient }: { patient: Patient }) {
  const language = useLanguage()
  const facts = usePatientFacts(patient)
  const title = honorific(language, patient.sex, 'staff')
  return (
    <div className={classes.who}>
      <span className={classes.avatar}>
        <Avatar person={patient} size={32} />
      </span>
      <h1 className={classes.short}>
        {language === 'en' && title ? `${title} ` : ''}
        <span lang="ja">{fullName(patient, language)}</span>
        {language === 'en' ? null : (
          <>
            {'\u00a0'}
            <small className={classes.shortTitle}>{title}</small>
          </>
        )}
      </h1>
      <p className={classes.shortFacts}>{[facts.age, facts.sex].join(language === 'en' ? ', ' : ' ')}</p>
    </div>
  )
}

function ListButton({ onOpenList }: { onOpenList: () => void }) {
  const { t } = useTranslation('patient')
  return (
    <span className={classes.list}>
      <IconButton label={t('header.list')} icon={<IconLayoutSidebarLeftExpand aria-hidden />} onClick={onOpenList} />
    </span>
  )
}

function Name({ patient }: { patient: Patient }) {
  const language = useLanguage()
  const title = honorific(language, patient.sex, 'staff')
  if (language !== 'ja')
    return (
      <h1 className={classes.name}>
        {language === 'en' && title ? `${title} ` : ''}
        <span lang="ja">{fullName(patient, language)}</span>
        {language === 'kr' ? <span className={classes.title}>{title}</span> : null}
      </h1>
    )
  return (
    <h1 className={classes.name} aria-label={`${fullName(patient, language)} ${title}`}>
      <Ruby text={patient.last_name} kana={patient.last_name_kana} /> <Ruby text={patient.first_name} kana={patient.first_name_kana} />
      <span className={classes.title}>{title}</span>
    </h1>
  )
}

function Ruby({ text, kana }: { text: string; kana: string }) {
  if (!kana || kana === text) return text
  return (
    <ruby>
      {text}
      <rt>{toHiragana(kana)}</rt>
    </ruby>
  )
}

/** Placeholder as high as the header. */
export function PatientHeaderWaiting({ skeleton, tabs }: { skeleton: boolean; tabs: ReactNode }) {
  const { t } = useTranslation('patient')
  return (
    <header className={classes.full} aria-busy="true">
      <div className={classes.header}>
        <span className="visually-hidden" role="status">
          {t('header.loading')}
        </span>
        <span className={classes.avatar}>{skeleton ? <Skeleton width={56} height={56} round /> : <span className={classes.blank} />}</span>
        <div className={classes.words}>
          <div className={classes.line}>{skeleton ? <Skeleton width={220} height={24} /> : null}</div>
          <div className={classes.badges}>{skeleton ? <Skeleton width={300} height={16} /> : null}</div>
        </div>
      </div>
      <div className={classes.tabs}>{tabs}</div>
    </header>
  )
}
