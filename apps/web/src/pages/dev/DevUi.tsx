import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { setScheme, useShownScheme } from '../../ui/page/color-scheme.ts'
import { Wordmark } from '../../ui/text/Wordmark.tsx'
import classes from './DevUi.module.css'
import { Cards, Choices, Searching } from './DevUiChoices.tsx'
import { Buttons, Fields, IconButtons, Labels } from './DevUiControls.tsx'
import { DateFields, Dates, MonthOfDays } from './DevUiDates.tsx'
import { Dialogs, Popovers } from './DevUiLayers.tsx'
import { LineChart, Lists } from './DevUiLists.tsx'
import { Charts, Panel, People, Scales, SignInPicture, States, Statuses } from './DevUiPieces.tsx'

/** Gallery of shared components in their states. */
export function DevUi() {
  // load all namespaces of the gallery at once, so that no component suspends the page when it opens
  const { i18n } = useTranslation(['common', 'ui', 'picture', 'event'])
  const language = useLanguage()
  const scheme = useShownScheme()
  const [density, setDensity] = useState<'staff' | 'comfortable'>('staff')
  return (
    <main className={classes.page} data-density={density === 'comfortable' ? 'comfortable' : undefined}>
      <header className={classes.head}>
        <h1>
          コンポーネント <span lang="en">Components</span>
        </h1>
        <Wordmark />
        <div className={classes.choices}>
          <Segmented
            label="Language"
            value={language}
            onChange={(next) => i18n.changeLanguage(next)}
            options={[
              { value: 'ja', label: '日本語' },
              { value: 'en', label: 'English' },
              { value: 'kr', label: '한국어' },
            ]}
          />
          <Segmented
            label="Scheme"
            value={scheme}
            onChange={setScheme}
            options={[
              { value: 'light', label: 'light' },
              { value: 'dark', label: 'dark' },
            ]}
          />
          <Segmented
            label="Density"
            value={density}
            onChange={setDensity}
            options={[
              { value: 'staff', label: 'staff' },
              { value: 'comfortable', label: 'patient' },
            ]}
          />
        </div>
      </header>
      <div className={classes.grid}>
        <Scales />
        <Statuses />
        <Buttons />
        <IconButtons />
        <Fields />
        <Labels />
        <Charts />
        <Dates />
        <People />
        <States />
        <Choices />
        <Cards />
        <DateFields />
        <MonthOfDays />
        <Searching />
        <Dialogs />
        <Popovers />
        <Lists />
        <LineChart />
        <Panel />
        <SignInPicture />
      </div>
    </main>
  )
}
