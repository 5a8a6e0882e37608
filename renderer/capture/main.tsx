import { render } from 'preact';
import { App } from './app.tsx';
import { start } from './state.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import './capture.css';

const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for its content');
render(<App />, root);
void start();
