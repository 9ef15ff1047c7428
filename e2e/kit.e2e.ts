import { setupApp } from './app.ts'
import { conditions } from './kit/conditions.ts'
import { forcedColors } from './kit/forced-colors.ts'
import { plantedFaults } from './kit/planted-faults.ts'
import { states } from './kit/states.ts'
import { keyboardTables } from './kit/tables.ts'

setupApp()
keyboardTables()
conditions()
forcedColors()
states()
plantedFaults()
