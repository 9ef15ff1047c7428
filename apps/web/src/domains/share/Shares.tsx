import type { Share } from '@sukoyaka/wire/boards/share'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { useListSharesQuery } from './api.ts'
import { ShareCode } from './ShareCode.tsx'
import { ShareForm } from './ShareForm.tsx'
import { ShareList } from './ShareList.tsx'
import classes from './Shares.module.css'

type Selected = number | 'new' | undefined

/** The chosen share while it is open, else the newest open one. Undefined: a new one is made. */
const shownOf = (shares: readonly Share[], selected: Selected): Share | undefined => {
  if (selected === 'new') return undefined
  const open = shares.filter(({ state }) => state === 'open')
  return open.find(({ id }) => id === selected) ?? open[0]
}

/** The patient’s shares: the code of the selected one, what it contains, and the list of all. */
export function Shares() {
  const { t } = useTranslation('share')
  const [selected, setSelected] = useState<Selected>()
  return (
    <QueryView query={useListSharesQuery({})} isEmpty={() => false} error={t('error')} skeleton={<SkeletonLines count={8} />}>
      {({ items }) => {
        const shown = shownOf(items, selected)
        return (
          <>
            <p className={classes.lead}>{t('lead')}</p>
            <div className={classes.page}>
              {shown ? <ShareCode key={`code ${shown.id}`} share={shown} takesFocus={shown.id === selected} /> : null}
              <ShareForm key={shown?.id ?? 'new'} share={shown} onMade={({ id }) => setSelected(id)} />
              <ShareList shares={items} shownId={shown?.id} onShow={setSelected} />
            </div>
          </>
        )
      }}
    </QueryView>
  )
}
