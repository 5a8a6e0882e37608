import { DatasetPage } from './dataset-page.tsx';

export default function ListsPage() {
  return <DatasetPage kind="watchlist" />;
}
