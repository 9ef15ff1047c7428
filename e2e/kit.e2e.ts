import { setupApp } from './app.ts'
import { conditions } from './kit/conditions.ts'
import { forcedColors } from './kit/forced-colors.ts'
import { injectedFaults } from './kit/injected-faults.ts'
import { states } from './kit/states.ts'
import { keyboardTables } from './kit/tables.ts'

setupApp()
keyboardTables()
conditions()
forcedColors()
states()
injectedFaults()
