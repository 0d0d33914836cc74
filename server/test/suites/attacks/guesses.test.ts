import { startWorld } from '../../worlds/world.ts'
import { attack } from './guesses.attack.ts'

attack(startWorld)
