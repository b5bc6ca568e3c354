#!/usr/bin/env bash
# Every training behind docs/evidence.md, what matters most first. Stop it whenever you like: the same command goes on
# where it stopped. Options are passed on to every run, such as --workers 4.
set -euo pipefail
cd "$(dirname "$0")/../.."

ledger=papers/minge/results
small=cora,citeseer,airport
graphs=polblogs,air_europe,air_usa,chameleon_filtered,squirrel_filtered,actor,blogcatalog_attr,amazon_photo,coauthor_cs
large=amazon_computers,tolokers
dimensions=8,16,32,64,128,256,selected

links() { graphdim bench run --ledger $ledger/paper.jsonl --task link-prediction "$@"; }
nodes() { graphdim bench run --ledger $ledger/paper.jsonl --task node-classification "$@"; }
further() { graphdim bench run --ledger $ledger/further.jsonl --model gcn --dimension $dimensions "$@"; }
leak() { graphdim bench run --ledger $ledger/leaks.jsonl --task link-prediction --dimension selected "$@"; }

# Link prediction on the small graphs: the grid of Table 2 and the usual widths.
links --dataset $small --model mlp,gcn --dimension grid,16,64,256 --seeds 5 "$@"
links --dataset $small --model gat --dimension grid,16,64,256 --seeds 5 "$@"
links --dataset $small --model gcnii --dimension grid,16,64,256 --seeds 3 "$@"

# Graphs that the paper did not see, then Pubmed.
further --dataset $graphs --task link-prediction --seeds 3 "$@"
further --dataset $large --task link-prediction --seeds 2 "$@"
links --dataset pubmed --model mlp,gcn --dimension grid,16,64,256 --seeds 3 "$@"
links --dataset pubmed --model gat,gcnii --dimension grid --seeds 1 "$@"

# Airport's nodes with settings that its four features bear.
nodes --dataset airport --model gat,gcnii --dimension grid --seeds 5 "$@"

# Labels of further graphs, trained to the end.
further --dataset $graphs,$large --task node-classification --seeds 3 "$@"

# Link prediction with each leak of the authors' script, and with all three.
every=messages-over-all-edges,self-loops-as-positives,edges-among-negatives
for leaks in ${every//,/ } $every; do
    leak --dataset cora --model gcn --leak "$leaks" --seeds 5 "$@"
    leak --dataset citeseer --model gcnii --leak "$leaks" --seeds 3 "$@"
done

# Table 2 on labels, the default widths, Tables 3 and 4, Figure 3, the usual widths.
nodes --dataset $small --model mlp,gcn,gat,gcnii --dimension grid --seeds 5 "$@"
nodes --dataset pubmed --model mlp,gcn --dimension grid --seeds 3 "$@"
nodes --dataset pubmed --model gat,gcnii --dimension grid --seeds 1 "$@"
nodes --figure 2 --train-per-class 20 --dimension default --model gcn,gat --seeds 5 "$@"
nodes --table 3 --dataset $small --seeds 3 "$@"
nodes --table 3 --dataset pubmed --seeds 1 "$@"
nodes --table 4 --seeds 5 "$@"
nodes --figure 3 --seeds 1 "$@"
nodes --dataset $small --model mlp,gcn --dimension 16,32,64,128,256 --seeds 5 "$@"
nodes --dataset pubmed --model mlp,gcn --dimension 16,32,64,128,256 --seeds 3 "$@"

# Figure 2, then more seeds.
nodes --figure 2 --model mlp,gcn --seeds 3 "$@"
nodes --dataset $small --model mlp,gcn,gat --dimension grid --seeds 10 "$@"
nodes --dataset pubmed --model gcnii --dimension grid --seeds 3 "$@"

graphdim bench evidence
