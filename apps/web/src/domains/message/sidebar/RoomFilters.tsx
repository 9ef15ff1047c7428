import { IconAdjustmentsHorizontal, IconSearch, IconStethoscope } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Checkbox } from '../../../ui/choice/Checkbox.tsx'
import { Segmented } from '../../../ui/choice/Segmented.tsx'
import { SearchInput } from '../../../ui/form/SearchInput.tsx'
import { Floating } from '../../../ui/overlay/Floating.tsx'
import type { Filter } from './filter.ts'
import { hasChoice } from './filter.ts'
import classes from './RoomFilters.module.css'

export type CollapsibleField = 'name' | 'doctor' | 'choice'
type Props = {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
  canSearchByDoctor: boolean
  expanded: CollapsibleField | null
  onExpand: (expanded: CollapsibleField | null) => void
  searchId: string
}

/** Filter fields in three layouts; fields that do not fit move behind an icon. */
export function RoomFilters({ filter, onChange, canSearchByDoctor, expanded, onExpand, searchId }: Props) {
  const { t } = useTranslation('message')
  const nameField = (id?: string) => <SearchInput id={id} label={t('sidebar.search')} value={filter.name} onChange={(name) => onChange({ name })} />
  const doctorField = () => (
    <SearchInput icon={<IconStethoscope aria-hidden />} label={t('sidebar.doctorSearch')} value={filter.doctor} onChange={(doctor) => onChange({ doctor })} />
  )
  const choice = () => <Choice filter={filter} onChange={onChange} />
  const button = { expanded, onExpand }
  return (
    <div className={classes.filters}>
      <div className={classes.fields}>
        {nameField(searchId)}
        {canSearchByDoctor ? doctorField() : null}
      </div>
      <div className={classes.choice}>{choice()}</div>
      <div className={classes.icons}>
        <CollapsedField
          {...button}
          field="name"
          label={t('sidebar.search')}
          icon={<IconSearch aria-hidden />}
          active={filter.name.trim() !== ''}
          className={classes.small}
        >
          {nameField()}
        </CollapsedField>
        {canSearchByDoctor ? (
          <CollapsedField
            {...button}
            field="doctor"
            label={t('sidebar.doctorSearch')}
            icon={<IconStethoscope aria-hidden />}
            active={filter.doctor.trim() !== ''}
            className={classes.small}
          >
            {doctorField()}
          </CollapsedField>
        ) : null}
        <CollapsedField
          {...button}
          field="choice"
          label={hasChoice(filter) ? t('sidebar.filterOn') : t('sidebar.filter')}
          icon={<IconAdjustmentsHorizontal aria-hidden />}
          active={hasChoice(filter)}
        >
          {choice()}
        </CollapsedField>
      </div>
    </div>
  )
}

export function Choice({ filter, onChange }: Pick<Props, 'filter' | 'onChange'>) {
  const { t } = useTranslation('message')
  const kinds = (['all', 'membership', 'business'] as const).map((value) => ({ value, label: t(`sidebar.${value}`) }))
  return (
    <>
      <Segmented label={t('sidebar.kind')} value={filter.kind} onChange={(kind) => onChange({ kind })} options={kinds} />
      <Checkbox
        className={classes.check}
        label={t('sidebar.mainDoctor')}
        checked={filter.main_doctor}
        onChange={(event) => onChange({ main_doctor: event.currentTarget.checked })}
      />
    </>
  )
}

type CollapsedFieldProps = { field: CollapsibleField; label: string; icon: ReactNode; active: boolean; children: ReactNode; className?: string } & Pick<
  Props,
  'expanded' | 'onExpand'
>

export function CollapsedField({ field, label, icon, active, children, className, expanded, onExpand }: CollapsedFieldProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const id = useId()
  const open = expanded === field
  useEffect(() => {
    if (open) body.current?.querySelector<HTMLElement>('input')?.focus()
  }, [open])
  const close = () => {
    onExpand(null)
    anchor.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={anchor} className={className}>
      <IconButton
        label={label}
        icon={icon}
        size="small"
        color={active ? 'accent' : 'neutral'}
        className={active ? classes.active : undefined}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => onExpand(open ? null : field)}
      />
      {open ? (
        <Floating anchor={anchor} label={label} onClose={close}>
          <div id={id} ref={body} className={classes.floating}>
            {children}
          </div>
        </Floating>
      ) : null}
    </span>
  )
}
